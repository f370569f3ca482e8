/** A match: reads it, follows it live, and sends what the player decides. */
import { type CSSProperties, useCallback, useEffect, useState } from "react";
import { Refused, whyNot } from "../api/client";
import { useLive } from "../api/live";
import { useCaller, useMatch, usePast, useReread } from "../api/queries";
import { hasSecondary } from "../board/clicks";
import { centres, hasGaps, type Point, ratio } from "../board/geometry";
import { PlayBoard } from "../board/PlayBoard";
import { meant, type Side } from "../board/sides";
import { Problem } from "../Problem";
import { seatIn } from "../store/seats";
import { useWords } from "../words/context";
import { Controls } from "./Controls";
import { Events } from "./Events";
import { History } from "./History";
import { Invite } from "./Invite";
import { many, Panels } from "./Panels";
import { Players } from "./Players";
import { Status } from "./Status";
import { notNow, seatName, statusOf } from "./sentences";
import { Toast, useToast } from "./Toast";
import { useLastMove } from "./useLastMove";
import { useSending } from "./useSending";
import { useSources } from "./useSources";

export function MatchPage({ id }: { id: string }) {
  const { say } = useWords();
  const caller = useCaller(id);
  const { data: match, error, refetch } = useMatch(id);
  const reread = useReread(id);
  const connection = useLive(id, match?.seq, reread);
  const { told, tell } = useToast();
  const hush = useCallback(() => tell(), [tell]);
  const [at, setAt] = useState<number | null>(null);
  const [path, setPath] = useState<number[]>([]);
  const past = usePast(id, at);
  const refused = useCallback(
    (why: Error) => tell(why instanceof Refused ? why.message : say("refuse.unsent")),
    [tell, say],
  );
  const { send, sending, pending } = useSending(match, id, caller, refused);
  const view = (at === null ? match?.view : (past.data?.view ?? match?.view)) ?? null;
  const last = useLastMove(match, at, view);
  const sources = useSources(view, at === null);

  const heading = match ? `${statusOf(match, say)} · ${match.title}` : say("app.name");
  useEffect(() => {
    document.title = heading;
    return () => {
      document.title = say("app.name");
    };
  }, [heading, say]);

  if (!match)
    return error ? (
      <Problem error={error} onAgain={refetch} />
    ) : (
      <p className="loading">{say("app.loading")}</p>
    );

  /** Says why nothing can be played on a cell; or between two, of all that would cover that side, why not the nearest. */
  async function explain(cell: number, aimed?: { side: Side; at: Point }) {
    if (!match) return;
    const own = notNow(match, at !== null, say);
    if (own) return tell(own);
    try {
      const reasons = await whyNot(caller, id, cell, aimed ? aimed.side[1] : null);
      const nearest = aimed && view ? meant(centres(view.board), reasons, aimed.side, aimed.at) : null;
      // Of what begins from the rows of a roster, the chosen one's placement was meant.
      const meantHere = reasons.filter(({ source }) => source === "" || source === sources.source);
      const lines = (nearest ? [nearest] : meantHere).map(({ reason }) => reason.message);
      tell(...(lines.length > 0 ? lines : [say("refuse.nothing")]));
    } catch (why) {
      tell(why instanceof Refused ? why.message : say("app.unreachable"));
    }
  }

  // The board is as large as the window allows, and its cells no larger than looks good.
  const shape = { "--ratio": view ? ratio(view.board) : 1, "--cols": view?.board.cols ?? 1 };
  const open = seatIn(id)?.invitations.filter(({ seat }) => !match.seats[seat]?.joined) ?? [];
  return (
    <main className="match" style={shape as CSSProperties}>
      <div className="stage">
        <Status
          match={match}
          at={at}
          view={view}
          sending={sending}
          going={path.length > 0}
          lost={connection === "lost"}
        />
        {view ? (
          <PlayBoard
            position={at ?? match.seq}
            board={view.board}
            choices={at === null ? view.choices : []}
            title={say("board.label", { title: match.title })}
            last={last}
            pending={pending}
            owner={(seat) => seatName(match, seat, say)}
            onPlay={(choice) => {
              hush();
              send({ kind: "move", action: choice.action }, choice);
            }}
            onRefused={explain}
            onRefusedSide={(side, at) => explain(side[0], { side, at })}
            onSelect={setPath}
            source={sources.source}
            picked={sources.picked}
            onPick={sources.choose}
            notes={sources.notes}
          />
        ) : (
          <p className="card">{say("status.hidden")}</p>
        )}
        <p className="keys">
          {say("board.keys")} {view && hasSecondary(view.choices) && say("board.keys_other")}{" "}
          {view && hasGaps(view.board) && say("board.keys_sides")}
        </p>
      </div>
      <aside>
        {open.map(({ invitation }) => (
          <Invite key={invitation} id={id} invitation={invitation} />
        ))}
        {view && many(view) && <Panels view={view} sources={sources} />}
        <div className="card who">
          <h1>{match.title}</h1>
          <Players match={match} view={view} />
          <Controls match={match} busy={sending} onSend={send} />
        </div>
        <Events match={at === null ? match : (past.data ?? match)} />
        <History match={match} at={at} onStep={setAt} />
        {view && !many(view) && <Panels view={view} sources={sources} />}
      </aside>
      <Toast told={told} onClose={hush} />
    </main>
  );
}

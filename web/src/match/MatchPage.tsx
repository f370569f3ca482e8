/** A match: reads it, follows it live, and sends what the player decides. */
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from "react";
import { Refused, whyNot } from "../api/client";
import { useLive } from "../api/live";
import { useCaller, useMatch, usePast, useReread } from "../api/queries";
import { hasSecondary } from "../board/clicks";
import { centres, hasGaps, type Point, ratio, sitsAbove, turned } from "../board/geometry";
import { PlayBoard } from "../board/PlayBoard";
import { meant, type Side } from "../board/sides";
import { Problem } from "../Problem";
import { matchAddress, replaceAddress } from "../route";
import { seatIn } from "../store/seats";
import { useWords } from "../words/context";
import { Controls } from "./Controls";
import { Counters, isCounter, isTally } from "./Counters";
import { Dice } from "./Dice";
import { Ending } from "./Ending";
import { Events } from "./Events";
import { HintButton, HintCard } from "./HintCard";
import { History } from "./History";
import { Invite } from "./Invite";
import { MOST } from "./intents";
import { many, Panels } from "./Panels";
import { Players } from "./Players";
import { Status } from "./Status";
import { notNow, playsAll, seatName, statusOf } from "./sentences";
import { Toast, useToast } from "./Toast";
import { Tools } from "./Tools";
import { useHint } from "./useHint";
import { useNextMatch } from "./useNextMatch";
import { useSending } from "./useSending";
import { useSources } from "./useSources";
import "./match.css";

interface Props {
  id: string;
  /** The event after which the match is shown; null for the present. */
  at: number | null;
}

export function MatchPage({ id, at: wanted }: Props) {
  const { say } = useWords();
  const caller = useCaller(id);
  const { data: match, error, refetch } = useMatch(id);
  const reread = useReread(id);
  const { told, tell, lose, close } = useToast();
  const hush = useCallback(() => tell(), [tell]);
  const at = wanted !== null && match && wanted < match.seq ? wanted : null;
  const setAt = useCallback((to: number | null) => replaceAddress(matchAddress(id, to)), [id]);
  const [path, setPath] = useState<number[]>([]);
  const past = usePast(id, at);
  const refused = useCallback(
    (why: Error) => tell(why instanceof Refused ? why.message : say("app.unreachable")),
    [tell, say],
  );
  const { send, play, giveUp, sending, unsent, coming, pending, waiting } = useSending(match, id, caller, {
    onRefused: (why, waited) => {
      if (waited && why instanceof Refused) lose({ move: waited.label, why: why.message });
      else refused(why);
    },
    onDropped: (dropped) =>
      lose(...dropped.map(({ choice, why }) => ({ move: choice.label, why: say(why, { count: MOST }) }))),
  });
  const connection = useLive(id, match?.seq, coming, reread);
  const { toRematch, restart, opening } = useNextMatch(match, caller, refused);
  const view = (at === null ? match?.view : (past.data?.view ?? match?.view)) ?? null;

  // Who plays second sits below, where the pieces of both stand apart at the start.
  const square = view?.board.kind === "square";
  const second = match?.you === 1 && match.seats.length === 2 && square && !playsAll(match);
  const start = usePast(id, second ? 0 : null);
  const above = second && start.data?.view ? sitsAbove(start.data.view.board, 1) : false;
  const [flipped, setFlipped] = useState(false);
  const other = square && flipped !== above;
  const board = useMemo(() => (view && other ? turned(view.board) : (view?.board ?? null)), [view, other]);
  const sources = useSources(view, at === null);

  const hint = useHint(match, caller, at === null);
  const advised = hint?.analysis?.best[0] ?? null;
  const drawn = useMemo(() => (advised && !sending ? { move: advised } : null), [advised, sending]);

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
      const nearest = aimed && board ? meant(centres(board), reasons, aimed.side, aimed.at) : null;
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
  const tables = view && {
    ...view,
    panels: view.panels.filter((panel) => !isCounter(panel) && !isTally(panel)),
  };
  const open = seatIn(id)?.invitations.filter(({ seat }) => !match.seats[seat]?.joined) ?? [];
  return (
    <main className="match" style={shape as CSSProperties}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key of the board, as the arrows are; a button does the same. */}
      <div
        className="stage"
        onKeyDown={({ key, target, ctrlKey, metaKey, altKey }) => {
          const onBoard = target instanceof Element && target.closest(".board") !== null;
          if (key.toLowerCase() === "h" && onBoard && !ctrlKey && !metaKey && !altKey) hint?.ask();
        }}
      >
        <Status
          match={match}
          at={at}
          view={view}
          sending={sending}
          unsent={unsent}
          going={path.length > 0}
          lost={connection === "lost"}
          onGiveUp={giveUp}
        >
          <Dice match={at === null ? match : (past.data ?? match)} />
          {hint && <HintButton hint={hint} />}
        </Status>
        {view && (
          <Counters match={match} view={view}>
            {match.seats.length === 1 && match.you !== null && (
              <button type="button" disabled={opening} onClick={restart}>
                {say("tools.restart")}
              </button>
            )}
          </Counters>
        )}
        {second && start.isPending ? (
          <p className="loading">{say("app.loading")}</p>
        ) : view && board ? (
          <PlayBoard
            position={at ?? match.seq}
            live={at === null}
            board={board}
            choices={at === null ? view.choices : []}
            title={say("board.label", { title: match.title })}
            last={view.last}
            pending={pending}
            waiting={waiting}
            owner={(seat) => seatName(match, seat, say)}
            onPlay={(choice) => {
              hush();
              play(choice);
            }}
            onRefused={explain}
            onRefusedSide={(side, at) => explain(side[0], { side, at })}
            onSelect={setPath}
            source={sources.source}
            picked={sources.picked}
            onPick={sources.choose}
            notes={sources.notes}
            drawn={drawn}
          />
        ) : (
          <p className="card">{say("status.hidden")}</p>
        )}
        <p className="keys">
          {say("board.keys")} {view && hasSecondary(view.choices) && say("board.keys_other")}{" "}
          {view && hasGaps(view.board) && say("board.keys_sides")} {hint && say("board.keys_hint")}
        </p>
      </div>
      <aside>
        {open.map(({ invitation }) => (
          <Invite key={invitation} id={id} invitation={invitation} />
        ))}
        {hint && <HintCard hint={hint} />}
        <Ending view={view} />
        {tables && many(tables) && <Panels view={tables} sources={sources} />}
        <div className="card who">
          <h1>{match.title}</h1>
          <Players match={match} view={view} lost={connection === "lost"} />
          <Controls
            match={match}
            busy={sending || opening}
            onSend={send}
            onRematch={toRematch}
            onRestart={restart}
          />
          <Tools
            match={match}
            caller={caller}
            at={at}
            onFlip={square && match.seats.length > 1 ? () => setFlipped(!flipped) : null}
            onRefused={refused}
          />
        </div>
        <Events match={at === null ? match : (past.data ?? match)} />
        <History match={match} at={at} onStep={setAt} />
        {tables && !many(tables) && <Panels view={tables} sources={sources} />}
      </aside>
      <Toast told={told} onClose={close} />
    </main>
  );
}

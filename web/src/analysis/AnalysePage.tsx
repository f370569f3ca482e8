/** The analysis board: any position of a match that is over, or of a game, with what agents find in it. */
import { type CSSProperties, useEffect, useMemo, useState } from "react";
import { useGames, useMatch } from "../api/queries";
import type { HistoryEntry, Match } from "../api/types";
import type { ShownMove } from "../board/Drawings";
import { ratio, turned } from "../board/geometry";
import { PlayBoard } from "../board/PlayBoard";
import { takenBack } from "../match/History";
import { Panels } from "../match/Panels";
import { resultOf, seatName } from "../match/sentences";
import { Toast, useToast } from "../match/Toast";
import { useSources } from "../match/useSources";
import { Problem } from "../Problem";
import { matchAddress, replaceAddress } from "../route";
import { useWords } from "../words/context";
import { useAnalysis, usePosition } from "./answers";
import { BoardTools, overlayOf } from "./BoardTools";
import { FindingsCard } from "./FindingsCard";
import { OutcomeCard } from "./OutcomeCard";
import { type Place, placeAddress, placeOf, played, questionAt, stepped, trackOf, withDraw } from "./place";
import { ReviewCard } from "./ReviewCard";
import { TextCard } from "./TextCard";
import { TrackCard } from "./TrackCard";
import { useReview } from "./useReview";
import { isOn, useSwitches } from "./useSwitches";
import { ValueBar } from "./ValueBar";
import { worthOf, worthOfEnd } from "./worth";
import "../match/match.css";
import "./analysis.css";

const NOTHING: HistoryEntry[] = [];

/** The analysis of a match, once it is over. */
export function AnalyseMatch({ place, id }: { place: Place; id: string }) {
  const { say } = useWords();
  const { data: match, error, refetch } = useMatch(id);
  const line = useMemo(() => (match ? lineOf(match) : NOTHING), [match]);
  if (!match)
    return error ? (
      <Problem error={error} onAgain={refetch} />
    ) : (
      <p className="loading">{say("app.loading")}</p>
    );
  if (!match.finished)
    return (
      <main className="problem">
        <p>{say("analysis.running")}</p>
        <a className="button" href={matchAddress(id)}>
          {say("analysis.to_match")}
        </a>
      </main>
    );
  return <AnalysePage place={place} match={match} line={line} />;
}

interface Props {
  place: Place;
  /** The match and its moves; without one it is any position of a game. */
  match?: Match;
  line?: HistoryEntry[];
}

export function AnalysePage({ place, match, line = NOTHING }: Props) {
  const { say } = useWords();
  const { subject } = place;
  const track = trackOf(place, line.length);
  const [agent, setAgent] = useState<string | null>(null);
  const [second, setSecond] = useState<string | null | undefined>(undefined);
  const [pointed, setPointed] = useState<ShownMove | null>(null);
  const [flipped, setFlipped] = useState(false);
  const [chosen, setChosen] = useState(0);
  const switches = useSwitches();
  const { told, tell, close } = useToast();

  const here = questionAt(place, track, track.shown);
  const position = usePosition(subject, here, true);
  const whole = usePosition(subject, questionAt(place, track, track.end), place.moves.length > 0);
  const study = position.data?.match ?? null;
  const outcomes = position.data?.outcomes ?? [];
  const over = study !== null && study.view?.to_move === null;
  const asks = position.isSuccess && !position.isPlaceholderData && !over;
  const first = useAnalysis(subject, here, agent, asks);
  const other = useAnalysis(subject, here, second ?? null, asks && second !== undefined);
  const review = useReview(subject, line.length, agent);

  const view = study?.view ?? null;
  const board = useMemo(
    () => (view && flipped ? turned(view.board) : (view?.board ?? null)),
    [view, flipped],
  );
  const sources = useSources(view, true);
  const analysis = asks ? (first.data?.analysis ?? null) : null;
  const { data: games } = useGames();
  const game = games?.find(({ name }) => name === (study?.game ?? ""));
  const drawn = useMemo(
    () => ({
      move: pointed ?? (isOn(switches, "move", analysis) ? (analysis?.best[0] ?? null) : null),
      routes: isOn(switches, "ways", analysis) ? (analysis?.routes ?? []) : [],
      overlay: isOn(switches, "numbers", analysis) ? (overlayOf(analysis, chosen) ?? null) : null,
    }),
    [pointed, analysis, switches, chosen],
  );

  const title = study ? say("analysis.of", { title: study.title }) : say("app.name");
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = say("app.name");
    };
  }, [title, say]);

  if (!study || !view || !board)
    return position.error ? (
      <Problem error={position.error} onAgain={position.refetch} />
    ) : (
      <p className="loading">{say("app.loading")}</p>
    );

  const players = study.seats.length;
  const name = (seat: number) =>
    match ? seatName(match, seat, say) : say("seat.player", { number: seat + 1 });
  const worth = over ? worthOfEnd(study) : analysis && worthOf(analysis, players);
  const go = (to: Place) => {
    setPointed(null);
    replaceAddress(placeAddress(to));
  };
  const play = (actions: number[], text: string) =>
    go(played(place, track, actions, line[track.shown]?.text === text));
  const entries = place.moves.length === 0 ? line : (whole.data?.match?.history ?? line.slice(0, track.fork));
  const shape = { "--ratio": ratio(view.board), "--cols": view.board.cols };
  const findings = {
    agents: game?.agents ?? [],
    over,
    players,
    onPoint: setPointed,
    onPlay: play,
  };
  return (
    <main className="match analyse" style={shape as CSSProperties}>
      <div className="stage">
        <div className="status-line">
          <h1>{title}</h1>
          <p className="muted" role="status">
            {track.shown === 0 ? say("status.past_start") : say("status.past", { ply: track.shown })}
            {" · "}
            {over
              ? match && place.moves.length === 0
                ? resultOf(match, say)
                : say("status.over")
              : players === 1
                ? view.prompt?.message
                : say("status.waiting", { player: name(view.to_move ?? 0) })}
          </p>
        </div>
        <div className={position.isPlaceholderData ? "board-row stale" : "board-row"}>
          <ValueBar worth={worth} players={players} />
          <PlayBoard
            position={track.shown}
            live={false}
            board={board}
            choices={position.isPlaceholderData ? [] : view.choices}
            title={say("board.label", { title: study.title })}
            last={view.last}
            pending={null}
            owner={name}
            onPlay={(choice) => play([choice.action], choice.text)}
            onRefused={() => tell(say("refuse.nothing"))}
            source={sources.source}
            picked={sources.picked}
            onPick={sources.choose}
            notes={sources.notes}
            drawn={drawn}
          />
        </div>
        <BoardTools
          switches={switches}
          analysis={analysis}
          overlay={chosen}
          onOverlay={setChosen}
          onFlip={view.board.kind === "square" && players > 1 ? () => setFlipped(!flipped) : null}
          match={match}
        />
      </div>
      <aside>
        <div className="findings-row">
          <FindingsCard
            {...findings}
            title={say("analysis.agent")}
            agent={agent}
            onAgent={setAgent}
            answer={asks ? first.data : undefined}
            error={first.error}
          />
          {second !== undefined && (
            <FindingsCard
              {...findings}
              title={say("analysis.second")}
              agent={second}
              onAgent={setSecond}
              onClose={() => setSecond(undefined)}
              answer={asks ? other.data : undefined}
              error={other.error}
            />
          )}
        </div>
        {second === undefined && (game?.agents.length ?? 0) > 0 && (
          <button type="button" className="second" onClick={() => setSecond(game?.agents[0]?.name ?? null)}>
            {say("analysis.ask_second")}
          </button>
        )}
        {track.shown > track.fork && !position.isPlaceholderData && outcomes.length > 0 && (
          <OutcomeCard outcomes={outcomes} onChoose={(draw) => go(withDraw(place, track, draw))} />
        )}
        <TrackCard
          track={track}
          entries={entries}
          name={name}
          onStep={(to) => go(stepped(place, track, to))}
          onLeave={
            place.moves.length > 0
              ? () => go(placeOf(subject, match && track.fork < line.length ? track.fork : null))
              : null
          }
          leave={say(match ? "analysis.leave_branch" : "analysis.from_start")}
        />
        {"game" in subject && (
          <TextCard
            subject={subject}
            positions={game?.positions ?? false}
            onMoves={(moves) => go({ ...placeOf(subject), moves })}
            onPosition={(position) => go(placeOf({ ...subject, position }))}
          />
        )}
        {match && (
          <ReviewCard
            match={match}
            line={line}
            review={review}
            shown={place.moves.length === 0 ? track.shown : null}
            onGo={(at) => go(placeOf(subject, at >= line.length ? null : at))}
          />
        )}
        <Panels view={view} sources={sources} />
      </aside>
      <Toast told={told} onClose={close} />
    </main>
  );
}

/** The moves that led to the end of a match, without those that were taken back. */
function lineOf({ history }: Match): HistoryEntry[] {
  const back = takenBack(history);
  return history.filter(({ kind, seq }) => kind === "move" && !back.has(seq));
}

/** A puzzle: the board, the task, and after an answer its reason. Nothing is stored on the server. */
import { type CSSProperties, useEffect, useMemo, useRef, useState } from "react";
import { Refused } from "../api/client";
import { useAnswer, usePuzzle } from "../api/queries";
import type { Choice, Puzzle, Verdict } from "../api/types";
import { hasGaps, ratio, sitsAbove, turned } from "../board/geometry";
import { PlayBoard } from "../board/PlayBoard";
import { isCounter } from "../match/Counters";
import { Panels } from "../match/Panels";
import { Toast, useToast } from "../match/Toast";
import { useSources } from "../match/useSources";
import { Problem } from "../Problem";
import { count } from "../store/progress";
import { useWords } from "../words/context";
import { Numbers } from "./Numbers";
import { VerdictCard } from "./VerdictCard";
import "../match/match.css";
import "./learn.css";

interface Props {
  game: string;
  number: number;
}

export function PuzzlePage({ game, number }: Props) {
  const { say } = useWords();
  const { data: puzzle, error, refetch } = usePuzzle(game, number);
  const heading = puzzle ? `${say("learn.puzzle", { number })} · ${puzzle.title}` : say("app.name");
  useEffect(() => {
    document.title = heading;
    return () => {
      document.title = say("app.name");
    };
  }, [heading, say]);
  if (!puzzle)
    return error ? (
      <Problem error={error} onAgain={refetch} />
    ) : (
      <p className="loading">{say("app.loading")}</p>
    );
  return <Asked puzzle={puzzle} />;
}

function Asked({ puzzle }: { puzzle: Puzzle }) {
  const { say } = useWords();
  const { told, tell, close } = useToast();
  const answer = useAnswer(puzzle.game, puzzle.number);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [pending, setPending] = useState<Choice | null>(null);
  // What is shown: the question, or the position after the answer.
  const [looking, setLooking] = useState(false);
  const shown = looking && verdict?.after ? verdict.after : puzzle.view;
  const sources = useSources(puzzle.view, !looking);
  const above = puzzle.view.board.kind === "square" && sitsAbove(puzzle.start, puzzle.player);
  const board = useMemo(() => (above ? turned(shown.board) : shown.board), [shown, above]);
  const reply = useRef<HTMLHeadingElement>(null);

  // The board may have gone from under the pointer: keyboards go on from the verdict.
  useEffect(() => {
    if (verdict) reply.current?.focus();
  }, [verdict]);

  function play(choice: Choice) {
    setPending(choice);
    answer.mutate(choice.action, {
      onSuccess: (found) => {
        count(puzzle.game, puzzle.number, found.right);
        setVerdict(found);
        setLooking(found.after !== null);
      },
      onError: (why) => tell(why instanceof Refused ? why.message : say("app.unreachable")),
      onSettled: () => setPending(null),
    });
  }

  const shape = { "--ratio": ratio(board), "--cols": board.cols };
  const side =
    puzzle.view.board.pieces.length > 0 && puzzle.view.panels.every(({ keys }) => keys.length !== 1);
  return (
    <main className="match puzzle" style={shape as CSSProperties}>
      <h1 className="unseen">
        {say("app.about", { subject: puzzle.title, words: say("learn.puzzle", { number: puzzle.number }) })}
      </h1>
      <div className="stage">
        <div className="status-line">
          <div role="status">
            <p className="turn">
              {puzzle.title} · {say("learn.puzzle", { number: puzzle.number })} · {puzzle.level_title}
              {side && (
                <span className={`you owner-${puzzle.player}`}>
                  <span className="dot" aria-hidden="true" />
                  {say("learn.you", { player: puzzle.player + 1 })}
                </span>
              )}
            </p>
            <p className="status">{puzzle.task.message}</p>
          </div>
        </div>
        <PlayBoard
          position={looking ? 1 : 0}
          live={!looking}
          board={board}
          choices={looking ? [] : puzzle.view.choices}
          title={say("board.label", { title: puzzle.title })}
          last={shown.last}
          pending={pending}
          owner={(seat) => say("learn.player", { player: seat + 1 })}
          onPlay={play}
          onRefused={() => tell(say(looking ? "learn.answered" : "refuse.nothing"))}
          onRefusedSide={() => tell(say(looking ? "learn.answered" : "refuse.nothing"))}
          source={sources.source}
          picked={sources.picked}
          onPick={sources.choose}
          notes={sources.notes}
        />
        <p className="keys">
          {say("board.keys")} {hasGaps(board) && say("board.keys_sides")}
        </p>
      </div>
      <aside>
        {verdict && (
          <VerdictCard
            puzzle={puzzle}
            verdict={verdict}
            looking={looking}
            heading={reply}
            onLook={setLooking}
          />
        )}
        {shown.panels.length > 0 && (
          <Panels
            view={{
              ...shown,
              panels: shown.panels.filter((panel) => !isCounter(panel) || panel.rows.length > 0),
            }}
            sources={sources}
          />
        )}
        <Numbers game={puzzle.game} number={puzzle.number} />
      </aside>
      <Toast told={told} onClose={close} />
    </main>
  );
}

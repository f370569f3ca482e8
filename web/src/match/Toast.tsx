/** A short message that goes away by itself; heard by screen readers. */
import { useCallback, useEffect, useState } from "react";
import { useWords } from "../words/context";
import type { Say } from "../words/say";

const SHOWN_FOR = 7000;

/** A move that was not played, in the reader's words. */
export interface Lost {
  move: string;
  why: string;
}

interface Told {
  lines: readonly string[];
  /** What is said of moves stays beside whatever else is said. */
  lost: readonly Lost[];
  count: number;
}

const NOTHING: Told = { lines: [], lost: [], count: 0 };

export function useToast() {
  const [told, setTold] = useState(NOTHING);
  /** Says this in the place of what was said before. */
  const tell = useCallback((...lines: string[]) => {
    setTold((before) =>
      lines.length + before.lines.length === 0
        ? before
        : { ...before, lines: [...new Set(lines)], count: before.count + 1 },
    );
  }, []);
  const lose = useCallback((...lost: Lost[]) => {
    setTold((before) => ({ ...before, lost: [...before.lost, ...lost], count: before.count + 1 }));
  }, []);
  const close = useCallback(() => setTold(NOTHING), []);
  return { told, tell, lose, close };
}

/** A line for each reason, with all the moves that it kept from being played. */
function linesOf({ lines, lost }: Told, say: Say): string[] {
  const reasons = [...new Set(lost.map(({ why }) => why))];
  const moves = (reason: string) => lost.filter(({ why }) => why === reason).map(({ move }) => move);
  return [
    ...reasons.map((why) => say("dropped.moves", { moves: [...new Set(moves(why))].join("; "), why })),
    ...lines,
  ];
}

export function Toast({ told, onClose }: { told: Told; onClose: () => void }) {
  const { say } = useWords();
  const lines = linesOf(told, say);
  const shown = lines.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said anew is shown as long again.
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(onClose, SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [told.count, shown, onClose]);
  return (
    <div className="toast-place" aria-live="assertive">
      {shown && (
        <div className="toast" key={told.count}>
          <div>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          <button type="button" className="quiet" aria-label={say("app.close")} onClick={onClose}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}

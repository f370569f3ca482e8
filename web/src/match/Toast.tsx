/** A short message that goes away by itself; heard by screen readers. */
import { useCallback, useEffect, useState } from "react";
import { useWords } from "../words/context";

const SHOWN_FOR = 7000;

interface Told {
  lines: string[];
  count: number;
}

export function useToast() {
  const [told, setTold] = useState<Told>({ lines: [], count: 0 });
  const tell = useCallback((...lines: string[]) => {
    setTold(({ count }) => ({ lines: [...new Set(lines)], count: count + 1 }));
  }, []);
  return { told, tell };
}

export function Toast({ told, onClose }: { told: Told; onClose: () => void }) {
  const { say } = useWords();
  useEffect(() => {
    if (told.lines.length === 0) return;
    const timer = setTimeout(onClose, SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [told, onClose]);
  return (
    <div className="toast-place" aria-live="assertive">
      {told.lines.length > 0 && (
        <div className="toast" key={told.count}>
          <div>
            {told.lines.map((line) => (
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

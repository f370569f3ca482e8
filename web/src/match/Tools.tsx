/** What anybody can do with a match: turn the board, copy its link, and keep its record once it is over. */
import { useState } from "react";
import { type Caller, readRecord } from "../api/client";
import type { Match } from "../api/types";
import { matchLink } from "../route";
import { useWords } from "../words/context";
import { copyText } from "./copyText";
import { Sound } from "./Sound";

interface Props {
  match: Match;
  caller: Caller;
  at: number | null;
  /** Null where the board looks the same to all. */
  onFlip: (() => void) | null;
  onRefused: (why: Error) => void;
}

export function Tools({ match, caller, at, onFlip, onRefused }: Props) {
  const { say } = useWords();
  const [copied, setCopied] = useState(false);

  async function download() {
    try {
      const record = JSON.stringify(await readRecord(caller, match.id));
      save(`${match.game}-${match.id}.jsonl`, `${record}\n`);
    } catch (why) {
      onRefused(why as Error);
    }
  }

  return (
    <div className="row tools">
      {onFlip && (
        <button type="button" onClick={onFlip}>
          {say("tools.flip")}
        </button>
      )}
      <button
        type="button"
        onClick={async () => {
          await copyText(matchLink(match.id, at));
          setCopied(true);
        }}
        onBlur={() => setCopied(false)}
      >
        <span aria-live="polite">{say(copied ? "tools.copied" : "tools.share")}</span>
      </button>
      <Sound match={match} />
      {match.finished && (
        <button type="button" onClick={download}>
          {say("tools.download")}
        </button>
      )}
    </div>
  );
}

function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

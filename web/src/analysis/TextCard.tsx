/** A text or a file to begin from: moves as people write them, or a position in the game's own format. */
import { type ChangeEvent, useId, useState } from "react";
import { askPosition, type Moves, Refused, readMoves } from "../api/client";
import { useCaller } from "../api/queries";
import { useWords } from "../words/context";

interface Props {
  subject: { game: string; preset: string; position?: string };
  /** Whether the game reads positions. */
  positions: boolean;
  onMoves: (moves: Moves) => void;
  onPosition: (text: string) => void;
}

export function TextCard({ subject, positions, onMoves, onPosition }: Props) {
  const { say } = useWords();
  const caller = useCaller();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const label = useId();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem("");
    } catch (error) {
      setProblem(error instanceof Refused ? error.message : say("app.unreachable"));
    }
  };
  const play = () => attempt(async () => onMoves(await readMoves(caller, { ...subject, text })));
  // Asked before the address changes: a text that is refused stays in its field.
  const setUp = () =>
    attempt(async () => {
      const position = text.trim();
      await askPosition(caller, { ...subject, position, moves: [], agent: null, best: 0 });
      onPosition(position);
    });
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file) setText(await file.text());
  };
  const empty = text.trim() === "";
  return (
    <details className="card from-text">
      <summary>{say("analysis.text")}</summary>
      <label htmlFor={label}>{say(positions ? "analysis.text_label" : "analysis.text_moves_only")}</label>
      <textarea
        id={label}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <label className="file">
        {say("analysis.text_file")}
        <input type="file" accept=".txt,.qdr,text/plain" onChange={take} />
      </label>
      <div className="from-text-buttons">
        <button type="button" disabled={empty} onClick={play}>
          {say("analysis.play_moves")}
        </button>
        {positions && (
          <button type="button" disabled={empty} onClick={setUp}>
            {say("analysis.set_up")}
          </button>
        )}
      </div>
      {problem && <p role="alert">{problem}</p>}
    </details>
  );
}

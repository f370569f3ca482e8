/** What chance gave in the shown move of a branch, and what it may give instead. */
import type { Answered } from "../api/types";
import { useWords } from "../words/context";

interface Props {
  outcomes: Answered["outcomes"];
  onChoose: (draw: number) => void;
}

export function OutcomeCard({ outcomes, onChoose }: Props) {
  const { say } = useWords();
  const given = outcomes.find(({ given }) => given);
  return (
    <label className="card outcome">
      <span>{say("analysis.outcome")}</span>
      <select value={given?.draw ?? ""} onChange={(event) => onChoose(Number(event.target.value))}>
        {outcomes.map(({ draw, message }) => (
          <option key={draw} value={draw}>
            {message}
          </option>
        ))}
      </select>
    </label>
  );
}

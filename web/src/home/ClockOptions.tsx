/** How much time each person has: none counted, a usual clock, or one of the reader's own. */
import { useState } from "react";
import type { Clock } from "../api/client";
import { useWords } from "../words/context";
import { Options } from "./Options";
import { clockText, MOST_INCREMENT, MOST_MINUTES, readClock } from "./wish";

const USUAL = ["5+3", "10+5"];
const CUSTOM = "custom";
const FIRST = "15+10";

interface Props {
  value: Clock | null;
  onChange: (clock: Clock | null) => void;
}

export function ClockOptions({ value, onChange }: Props) {
  const { say } = useWords();
  const text = value ? clockText(value) : "";
  const [custom, setCustom] = useState(text !== "" && !USUAL.includes(text));
  const chosen = custom && value ? CUSTOM : text;
  return (
    <div className="clock-options">
      <Options
        name="clock"
        legend={say("new.clock")}
        compact
        options={[
          { value: "", title: say("new.clock_none") },
          ...USUAL.map((clock) => ({ value: clock, title: clock.replace("+", " + ") })),
          { value: CUSTOM, title: say("new.clock_custom") },
        ]}
        value={chosen}
        onChange={(clock) => {
          setCustom(clock === CUSTOM);
          onChange(readClock(clock === CUSTOM ? text || FIRST : clock));
        }}
      />
      {chosen === CUSTOM && value && <Custom value={value} onChange={onChange} />}
      {value && (
        <p className="muted">
          {say("new.clock_words", { minutes: value.seconds / 60, seconds: value.increment })}
        </p>
      )}
    </div>
  );
}

function Custom({ value, onChange }: { value: Clock; onChange: (clock: Clock) => void }) {
  const { say } = useWords();
  // Half a number is not a clock yet: the field keeps what is typed, the wish changes once it can be had.
  const typed = (minutes: string, increment: string) => {
    const clock = readClock(`${minutes}+${increment}`);
    if (clock) onChange(clock);
  };
  return (
    <div className="clock-custom">
      <label>
        <span>{say("new.clock_minutes")}</span>
        <input
          type="number"
          name="minutes"
          inputMode="numeric"
          min={1}
          max={MOST_MINUTES}
          required
          defaultValue={value.seconds / 60}
          onChange={(event) => typed(event.target.value, String(value.increment))}
        />
      </label>
      <label>
        <span>{say("new.clock_increment")}</span>
        <input
          type="number"
          name="increment"
          inputMode="numeric"
          min={0}
          max={MOST_INCREMENT}
          required
          defaultValue={value.increment}
          onChange={(event) => typed(String(value.seconds / 60), event.target.value)}
        />
      </label>
    </div>
  );
}

/** Numbers of a variant that people choose for a match: how many mines, say. */
import type { Preset } from "../api/types";
import { useWords } from "../words/context";
import "./numbers.css";

interface Props {
  preset: Preset;
  /** What was chosen, where it is not the variant's own. */
  value: Readonly<Record<string, number>>;
  onChange: (options: Record<string, number>) => void;
}

export function NumberOptions({ preset, value, onChange }: Props) {
  const { say } = useWords();
  if (preset.options.length === 0) return null;
  // Half a number is not a choice yet: the field keeps what is typed, the wish changes once it can be had.
  const typed = (option: Preset["options"][number], text: string) => {
    const number = Number(text);
    if (text === "" || !Number.isInteger(number) || number < option.low || number > option.high) return;
    const { [option.key]: _, ...others } = value;
    onChange(number === option.value ? others : { ...others, [option.key]: number });
  };
  return (
    <fieldset className="options numbers">
      <legend>{say("new.numbers")}</legend>
      {preset.options.map((option) => (
        <label key={`${preset.name}.${option.key}`}>
          <span>{option.title}</span>
          <input
            type="number"
            name={option.key}
            inputMode="numeric"
            min={option.low}
            max={option.high}
            required
            defaultValue={value[option.key] ?? option.value}
            onChange={(event) => typed(option, event.target.value)}
          />
          <span className="muted">{say("new.number_range", { low: option.low, high: option.high })}</span>
        </label>
      ))}
    </fieldset>
  );
}

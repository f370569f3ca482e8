/** A list of options of which one is chosen: radio buttons that look like what they are. */
import type { CSSProperties } from "react";

export interface Option {
  value: string;
  title: string;
  note?: string | null;
  /** A figure in words, and how it compares with the largest, from 0 to 1. */
  measure?: string | null;
  share?: number | null;
}

interface ListProps {
  name: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

interface Props extends ListProps {
  legend: string;
  compact?: boolean;
}

export function Options({ legend, compact = false, ...list }: Props) {
  return (
    <fieldset className={compact ? "options compact" : "options"}>
      <legend>{legend}</legend>
      <OptionList {...list} />
    </fieldset>
  );
}

export function OptionList({ name, options, value, onChange }: ListProps) {
  return (
    <div className="option-list">
      {options.map((option) => (
        <label key={option.value} className="option">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="option-title">{option.title}</span>
          {option.note && <span className="option-note">{option.note}</span>}
          {option.measure && <span className="option-measure">{option.measure}</span>}
          {typeof option.share === "number" && (
            <span className="option-share" style={{ "--share": option.share } as CSSProperties} />
          )}
        </label>
      ))}
    </div>
  );
}

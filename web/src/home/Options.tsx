/** A list of options of which one is chosen: radio buttons that look like what they are. */
interface Option {
  value: string;
  title: string;
  note?: string | null;
}

interface Props {
  name: string;
  legend: string;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
  compact?: boolean;
}

export function Options({ name, legend, options, value, onChange, compact = false }: Props) {
  return (
    <fieldset className={compact ? "options compact" : "options"}>
      <legend>{legend}</legend>
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
          </label>
        ))}
      </div>
    </fieldset>
  );
}

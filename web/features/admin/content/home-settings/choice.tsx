interface Props {
  legend: string;
  options: readonly { id: string; name: string }[];
  /** The ids of the ticked options. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A group of checkboxes. The chosen ids keep the order of the options. */
export function Choice({ legend, options, chosen, onChange }: Props) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="checkbox-group">
        {options.map(({ id, name }) => (
          <label key={id} className="checkbox-field">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange(
                  options
                    .map((option) => option.id)
                    .filter((option) => (option === id ? event.target.checked : chosen.includes(option))),
                )
              }
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

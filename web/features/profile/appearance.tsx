import * as words from "#words/profile";
import { chooseTheme, type ThemeChoice, useThemeChoice } from "../../ui/theme.ts";

const choices: readonly (readonly [ThemeChoice, string])[] = [
  ["system", words.asTheDevice],
  ["light", words.light],
  ["dark", words.dark],
];

export function Appearance() {
  const chosen = useThemeChoice();
  return (
    <section aria-labelledby="appearance">
      <div className="section-head">
        <h2 id="appearance">{words.theme}</h2>
      </div>
      <fieldset className="segmented-control">
        <legend className="visually-hidden">{words.theme}</legend>
        {choices.map(([choice, label]) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              checked={choice === chosen}
              onChange={() => chooseTheme(choice)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}

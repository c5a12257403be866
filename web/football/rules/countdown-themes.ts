import * as words from "#words/football";
import { defaultColour } from "./club-settings.ts";

/** A colour theme of the custom countdown. `color` is the stored name; it is not used as a CSS class. */
export interface CountdownTheme {
  id: string;
  name: string;
  color: string;
}

const primary: CountdownTheme = { id: "primary", name: words.primaryBlue, color: defaultColour };

export const countdownThemes: readonly CountdownTheme[] = [
  primary,
  theme("purple", words.purple),
  theme("green", words.green),
  theme("red", words.red),
  theme("yellow", words.yellow),
  theme("pink", words.pink),
  theme("indigo", words.indigo),
  theme("orange", words.orange),
];

function theme(id: string, name: string): CountdownTheme {
  // not a text: the name of a theme, as it is stored
  return { id, name, color: `from-${id}-500/10 to-${id}-500/5 border-${id}-500/20` };
}

/** The theme with a stored name, or the first theme. */
export function themeOf(color: string): CountdownTheme {
  return countdownThemes.find((theme) => theme.color === color) ?? primary;
}

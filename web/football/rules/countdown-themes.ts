import { defaultColour } from "./club-settings.ts";

/** A colour theme of the custom countdown. `color` is the stored name; it is not used as a CSS class. */
export interface CountdownTheme {
  id: string;
  name: string;
  color: string;
}

export const countdownThemes: readonly CountdownTheme[] = [
  { id: "primary", name: "Primary Blue", color: defaultColour },
  ...["Purple", "Green", "Red", "Yellow", "Pink", "Indigo", "Orange"].map((name) => {
    const id = name.toLowerCase();
    return { id, name, color: `from-${id}-500/10 to-${id}-500/5 border-${id}-500/20` };
  }),
];

const primary: CountdownTheme = { id: "primary", name: "Primary Blue", color: defaultColour };

/** The theme with a stored name, or the first theme. */
export function themeOf(color: string): CountdownTheme {
  return countdownThemes.find((theme) => theme.color === color) ?? primary;
}

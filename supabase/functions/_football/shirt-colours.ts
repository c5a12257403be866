import { hashOf } from "./club-colours.ts";

const shirts: readonly (readonly [kit: string, trim: string])[] = [
  ["#0b4f9e", "#ffffff"],
  ["#1d1d21", "#ffffff"],
  ["#b45309", "#fff4e2"],
  ["#8e1230", "#f6d8df"],
  ["#c9d8e6", "#12305a"],
  ["#0f766e", "#e3faf6"],
  ["#14532d", "#e9f8ee"],
  ["#5b3a86", "#f1e8fb"],
  ["#e8c33a", "#33290a"],
];

/** The colours of a player's shirt, always the same for the same player id. */
export function shirtColours(player: string): readonly [kit: string, trim: string] {
  return shirts[hashOf(player) % shirts.length] ?? ["#14532d", "#fff"];
}

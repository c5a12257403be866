import * as words from "#words/football";
/** A player's place in a group. `behind`: the points to the nearest better member; null for the first. */
export interface GroupPlace {
  behind: number | null;
  above_name: string | null;
}

/** `3 behind Vincent`, `level with Vincent` (who has more perfect scores), or null for the first. */
export function distanceAhead({ behind, above_name: name }: GroupPlace): string | null {
  if (behind === null || name === null) return null;
  return behind === 0 ? words.levelWithName({ name }) : words.behindName({ points: behind, name });
}

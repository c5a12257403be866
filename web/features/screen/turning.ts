/** What does not fit on a large screen is turned like pages, all lists of the screen at the same moment. */

/** Milliseconds between two turns: long enough to read ten rows. */
export const turnEvery = 12_000;

/** A list of which `size` rows are shown at a time: of `count` rows, after `pinned` ones that are always shown. */
export interface Turning {
  size: number;
  count: number;
  pinned?: number;
}

export function pagesOf({ size, count }: Turning): number {
  return Math.max(1, Math.ceil(count / size));
}

/** Whether a row is on the present page. A large screen hides the others. */
export function isShown(at: number, { size, count, pinned = 0 }: Turning, turn: number): boolean {
  const place = at - pinned;
  return place < 0 || (place < count && Math.floor(place / size) === turn % pagesOf({ size, count }));
}

/** Of matches with the live ones first: live ones stay, and the others turn below. Live ones that fill the list turn among themselves. */
export function matchesTurning(live: number, all: number, size: number): Turning {
  return live < size ? { pinned: live, size: size - live, count: all - live } : { size, count: live };
}

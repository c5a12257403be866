import { startTransition, useEffect, useState } from "react";

/** What a phone shows, or a row of a desktop. */
const first = 3;
const step = 2;

/**
 * How many of so many cards to draw now: the first at once, the rest a few at a time in transitions, so that a press in
 * between is answered. 48 cards at once block a mid-range phone for a third of a second.
 */
export function useGradually(total: number): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + step));
  }, [count, total]);
  return Math.min(count, total);
}

import { startTransition, useEffect, useState } from "react";

/**
 * How many of so many cards or rows to draw now: the first at once (what a phone shows), the rest a step at a time in
 * transitions, so that a press in between is answered. 48 cards at once block a mid-range phone for a third of a second.
 */
export function useIncrementalCount(total: number, first: number, step = 1): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + step));
  }, [count, step, total]);
  return Math.min(count, total);
}

import { startTransition, useEffect, useState } from "react";

/**
 * How many of `total` cards or rows to draw now: first the ones that a phone shows, then a step more in each
 * transition, so that taps are handled in between. 48 cards at once block a mid-range phone for a third of a second.
 */
export function useIncrementalCount(total: number, first: number, step = 1): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + step));
  }, [count, step, total]);
  return Math.min(count, total);
}

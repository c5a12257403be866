/** Milliseconds after an act of this page in which its changes may still arrive by realtime. */
const arrivalMs = 2_000;

let running = 0;
let arrivesUntil = 0;

/** Runs an act of this page that may complete matches. */
export async function asOwnResults<Result>(act: () => Promise<Result>): Promise<Result> {
  running += 1;
  try {
    return await act();
  } finally {
    running -= 1;
    arrivesUntil = performance.now() + arrivalMs;
  }
}

/**
 * Whether a completion that arrives now is probably this page's own. The page then shows the outcome of the act itself,
 * and a toast about the match would cover the button that undoes it.
 */
export function isOwnResult(): boolean {
  return running > 0 || performance.now() < arrivesUntil;
}

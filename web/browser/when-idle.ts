/** Safari has no idle callback: there `act` runs this long after the start of the page, and later after a short delay. */
const FIRST_MS = 1_500;
const MOMENT_MS = 100;
const LATEST_MS = 4_000;
const FIRST_PAGE_MS = 6_000;

/** Calls `act` when the browser is idle, after four seconds at the latest. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, Math.max(MOMENT_MS, FIRST_MS - performance.now()));
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(handle);
}

/** The same, but not before the first page has loaded and is in use. */
export function whenSettled(act: () => void): () => void {
  let cancel = () => {};
  const timer = setTimeout(
    () => {
      cancel = whenIdle(act);
    },
    Math.max(0, FIRST_PAGE_MS - performance.now()),
  );
  return () => {
    clearTimeout(timer);
    cancel();
  };
}

let turn = Promise.resolve();

/** Resolves when the browser is idle, for one caller after the other, so that their work does not coincide. */
export function nextIdleTurn(): Promise<void> {
  turn = turn.then(() => new Promise((idle) => whenIdle(idle)));
  return turn;
}

/** Resolves in a new task, so that the browser can paint and handle input first. */
export function nextTask(): Promise<void> {
  return new Promise((next) => setTimeout(next));
}

/** Safari has no idle callback. It runs `callback` this long after the page was opened, and later after a short delay. */
const STARTUP_MS = 1_500;
const SHORT_DELAY_MS = 100;
const MAX_WAIT_MS = 4_000;
const FIRST_PAGE_MS = 6_000;

/** Calls `callback` when the browser is idle, after four seconds at the latest. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(callback, Math.max(SHORT_DELAY_MS, STARTUP_MS - performance.now()));
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  return () => window.cancelIdleCallback(handle);
}

/** Like `whenIdle`, but not before the first page has loaded and is in use. */
export function whenSettled(callback: () => void): () => void {
  let cancel = () => {};
  const timer = setTimeout(
    () => {
      cancel = whenIdle(callback);
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

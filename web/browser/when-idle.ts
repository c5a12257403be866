/** Safari has no idle callback. It runs `callback` this long after the page was opened, and later after a short delay. */
const STARTUP_MS = 1_500;
const SHORT_DELAY_MS = 100;
const MAX_WAIT_MS = 4_000;
const MAX_LOADING_MS = 10_000;
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

let turn: Promise<void> | undefined;

/**
 * Resolves when the first page is drawn and the browser is idle, for one caller after the other, so that their work does
 * not coincide.
 */
export function nextIdleTurn(): Promise<void> {
  turn = (turn ?? untilDrawn()).then(idle);
  return turn;
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve));

/**
 * Resolves when the page shows no placeholder, after ten seconds at the latest: what loads earlier takes a share of the
 * network from the data that the placeholders wait for.
 */
async function untilDrawn(): Promise<void> {
  let isLate = false;
  setTimeout(() => {
    isLate = true;
  }, MAX_LOADING_MS);
  do await idle();
  while (!isLate && !isDrawn() && (await shortDelay()));
}

const isDrawn = () =>
  document.getElementById("main") !== null && document.querySelector(".skeleton") === null;

const shortDelay = () => new Promise<true>((resolve) => setTimeout(() => resolve(true), SHORT_DELAY_MS));

/** Resolves in a new task, so that the browser can paint and handle input first. */
export function nextTask(): Promise<void> {
  return new Promise((next) => setTimeout(next));
}

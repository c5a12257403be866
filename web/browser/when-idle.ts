/** Safari has no idle callback yet: there the page has so long from its start, and a moment from then on. */
const FIRST_MS = 1_500;
const MOMENT_MS = 100;
const LATEST_MS = 4_000;
const FIRST_PAGE_MS = 6_000;

/** Does `act` once the browser has nothing better to do, four seconds from now at the latest. Returns what calls it off. */
export function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, Math.max(MOMENT_MS, FIRST_MS - performance.now()));
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(handle);
}

/** The same, once the first page is in use: until then the line and the processor belong to that. */
export function whenSettled(act: () => void): () => void {
  let callOff = () => {};
  const timer = setTimeout(
    () => {
      callOff = whenIdle(act);
    },
    Math.max(0, FIRST_PAGE_MS - performance.now()),
  );
  return () => {
    clearTimeout(timer);
    callOff();
  };
}

let turn = Promise.resolve();

/** The browser has nothing better to do, one caller after the other: whatever each does then has a moment of its own. */
export function nextIdleTurn(): Promise<void> {
  turn = turn.then(() => new Promise((idle) => whenIdle(idle)));
  return turn;
}

/** Goes on in a task of its own: in between the browser paints, and answers a thumb. */
export function nextTask(): Promise<void> {
  return new Promise((next) => setTimeout(next));
}

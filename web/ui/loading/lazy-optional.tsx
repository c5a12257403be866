import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { nextIdleTurn } from "../../browser/when-idle.ts";

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 300_000;

/**
 * A part that a page can do without: until its code is there `meanwhile` stands in its place (nothing, unless given). Where
 * the code cannot be had, it is asked for again when the device is online, and now and then.
 */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
) {
  const Part = lazy<ComponentType<Props>>(async () => ({ default: await persistently(load) }));
  return function Spare(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** The same, not before the browser has nothing better to do: what the page is about is drawn first. */
export function lazyOptionalWhenIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
) {
  return lazyOptional(async () => {
    await nextIdleTurn();
    return load();
  }, meanwhile);
}

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
    try {
      return await load();
    } catch {
      await onlineOrAfter(wait);
    }
  }
}

function onlineOrAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener("online", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener("online", over);
  });
}

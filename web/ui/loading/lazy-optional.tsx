import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { nextIdleTurn } from "../../browser/when-idle.ts";

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 300_000;

/**
 * An optional, lazily loaded part of a page. Until its code has loaded, `meanwhile` is shown, or nothing. A failed load is
 * retried when the device is online again, and after a growing delay.
 */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
) {
  const Loaded = lazy<ComponentType<Props>>(async () => ({ default: await withRetries(load) }));
  return function Optional(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** The same, but loaded only when the browser is idle, after the main content is drawn. */
export function lazyOptionalWhenIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
) {
  return lazyOptional(async () => {
    await nextIdleTurn();
    return load();
  }, meanwhile);
}

/** Resolves to the result of the first attempt that does not fail. */
export async function withRetries<T>(load: () => Promise<T>): Promise<T> {
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

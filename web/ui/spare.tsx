import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { idleTurn } from "./when-idle.ts";

/**
 * A part that a page can do without: until its code is there `meanwhile` stands in its place (nothing, unless given), and
 * where it cannot be had, nothing.
 */
export function spare<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
) {
  const Part = lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
  return function Spare(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** The same, not before the browser has nothing better to do: what the page is about is drawn first. */
export function spareWhenIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
) {
  return spare(async () => {
    await idleTurn();
    return load();
  }, meanwhile);
}

function Nothing() {
  return null;
}

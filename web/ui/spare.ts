import { type ComponentType, lazy } from "react";

/** A part that loads late and that a page can do without: when its code cannot be had, nothing stands in its place. */
export function spare<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}

function Nothing() {
  return null;
}

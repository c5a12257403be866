import { type ComponentType, lazy } from "react";
import { Failure } from "./failure.tsx";

/** A part of a page that loads late: when its code cannot be had, its place says so. */
export function lazySection<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => PartMissing) }));
}

function PartMissing() {
  return (
    <Failure
      title="Part of this page did not load"
      reason="Check your connection, then try again."
      onRetry={() => window.location.reload()}
    />
  );
}

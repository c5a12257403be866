import { type ComponentType, lazy } from "react";
import { Failure } from "./failure.tsx";

/** A lazily loaded section of a page. If its code fails to load, an error message takes its place. */
export function lazySection<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => SectionFailure) }));
}

function SectionFailure() {
  return (
    <Failure
      title="Part of this page did not load"
      reason="Check your connection, then try again."
      onRetry={() => window.location.reload()}
    />
  );
}

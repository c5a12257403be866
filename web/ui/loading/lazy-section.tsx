import { type ComponentType, lazy } from "react";
import * as words from "#words/ui";
import { Failure } from "./failure.tsx";

/** A lazily loaded section of a page. If its code fails to load, an error message takes its place. */
export function lazySection<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => SectionFailure) }));
}

function SectionFailure() {
  return (
    <Failure
      title={words.partDidNotLoad}
      reason={words.checkYourConnection}
      onRetry={() => window.location.reload()}
    />
  );
}

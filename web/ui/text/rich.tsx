import { createElement, Fragment, type ReactNode } from "react";

/** A message with tags (`#words`), whose parts stay in their order and so need no keys. */
export function Rich({ parts }: { parts: readonly ReactNode[] }) {
  return createElement(Fragment, null, ...parts);
}

import { createElement, Fragment, type ReactNode } from "react";

/** A message with tags (`#words`), whose parts stay in their order and so need no keys. Each text has its own element (record 78). */
export function Rich({ parts }: { parts: readonly ReactNode[] }) {
  return createElement(
    Fragment,
    null,
    ...parts.map((part) => (typeof part === "string" ? createElement("span", null, part) : part)),
  );
}

import type { CSSProperties } from "react";

/** The group's two colours. */
export function GroupBadge({ first, second }: { first: string; second: string }) {
  const colours = { "--first": first, "--second": second } as CSSProperties;
  return <span className="group-badge" style={colours} aria-hidden="true" />;
}

import type { ReactNode } from "react";

/** Shown in place of an empty list: what will appear here, and what to do next. */
export function EmptyState({
  title,
  level = 3,
  children,
  action,
}: {
  title: string;
  /** The level of its heading: one below the heading before it. */
  level?: 2 | 3;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className="empty-state">
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

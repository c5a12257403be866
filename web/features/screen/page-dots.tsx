import { pagesOf, type Turning } from "./turning.ts";

/** Which of the turning pages is shown, where a large screen turns them. */
export function PageDots({ turning, turn }: { turning: Turning; turn: number }) {
  const pages = pagesOf(turning);
  if (pages === 1) return null;
  return (
    <span className="page-dots" aria-hidden="true">
      {Array.from({ length: pages }, (_, page) => (
        <i key={page} className={page === turn % pages ? "present" : ""} />
      ))}
    </span>
  );
}

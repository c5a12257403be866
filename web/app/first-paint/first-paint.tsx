import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as words from "#words/app";
import { CoverFrame, TiePlaceholder, VisitorCall } from "../../features/home/cover-frame.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";

export { linkPreviews } from "../link-previews.ts";

/**
 * The HTML that is shown before the application's scripts have loaded, by path and by whether a session is stored. The
 * build writes all variants into index.html, and `first-paint.js` shows one of them. The application replaces it without
 * moving anything.
 */
export function firstPaints(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(paints).map(([name, paint]) => [name, renderToStaticMarkup(paint)]),
  );
}

const paints: Readonly<Record<string, ReactNode>> = {
  bar: <Bar />,
  "visitor /": (
    <CoverFrame label="" folio={<span>&nbsp;</span>}>
      <VisitorCall />
      <TiePlaceholder />
    </CoverFrame>
  ),
  "member /": (
    <CoverFrame label="" folio={<span>&nbsp;</span>}>
      <div>
        <h1 data-remembered="cover-title">{words.nextUp}</h1>
        <p className="cover-lead">&nbsp;</p>
      </div>
      <TiePlaceholder />
    </CoverFrame>
  ),
  "member /matches": <Titled title={words.matches} />,
  "member /leaderboard": <Titled title={words.leaderboard} twoLines />,
  "member /subscriptions": <Titled title={words.subscriptions} />,
};

/** The page header with only the brand. Its name comes from the club's settings, which are data in the page. */
function Bar() {
  return (
    <header className="masthead grass">
      <div className="wrap">
        <span className="brand">
          <span className="brand-mark" aria-hidden="true">
            <b>3</b>
            <b>1</b>
          </span>
          <span data-brand="" />
        </span>
      </div>
    </header>
  );
}

function Titled({ title, twoLines = false }: { title: string; twoLines?: boolean }) {
  return (
    <main className="page wrap" aria-busy="true">
      <div className={twoLines ? "page-title two-lines" : "page-title"}>
        <div>
          <h1>{title}</h1>
          <p>&nbsp;</p>
        </div>
      </div>
      <Skeleton height={320} />
    </main>
  );
}

import * as words from "#words/app";
import { failedRequest } from "../backend/requests/failed-requests.ts";
import { paths } from "../paths.ts";
import { Page } from "../session/page.tsx";

/** Shown after a rendering error. */
export function ErrorPage({ error }: { error: unknown }) {
  const number = failedRequest();
  const isMissing = isMissingCode(error);
  const isOffline = isMissing && !navigator.onLine;
  const title = isOffline ? words.youAreOffline : words.somethingWentWrong;
  return (
    <Page name={title} className="page wrap centred">
      <div className="empty-state">
        <h1>{title}</h1>
        {!isOffline && <p>{isMissing ? words.newVersionIsAvailable : words.appHadAProblem}</p>}
        {number && <p>{words.tellTheNumber({ number })}</p>}
        <button type="button" className="btn" onClick={() => window.location.reload()}>
          {words.refreshPage}
        </button>
        {isMissing && (
          <a className="btn link" href={paths.matches}>
            {words.matches}
          </a>
        )}
      </div>
    </Page>
  );
}

/**
 * A page that was open during a release cannot load the old chunks any more, and one without a network no new ones. Vite has a
 * separate message for styles.
 */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module|preload CSS/i.test(error.message)
  );
}

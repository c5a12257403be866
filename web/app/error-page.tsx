import { useEffect } from "react";
import { useRouteError } from "react-router";
import * as words from "#words/app";
import { failedRequest } from "../backend/connection/failed-requests.ts";

/** Shown after a rendering error. */
export function ErrorPage() {
  const error = useRouteError();
  const number = failedRequest();
  useEffect(() => {
    document.title = words.somethingWentWrong;
  }, []);
  return (
    <main className="page wrap centred" id="main">
      <div className="empty-state">
        <h1>{words.somethingWentWrong}</h1>
        <p>{isMissingCode(error) ? words.newVersionIsAvailable : words.appHadAProblem}</p>
        {number && <p>{words.tellTheNumber({ number })}</p>}
        <button type="button" className="btn" onClick={() => window.location.reload()}>
          {words.refreshPage}
        </button>
      </div>
    </main>
  );
}

/** A page that was open during a release cannot load the old chunks any more. Vite has a separate message for styles. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module|preload CSS/i.test(error.message)
  );
}

import { useEffect } from "react";
import { useRouteError } from "react-router";
import { failedRequest } from "../backend/connection/failed-requests.ts";

/** Shown after a rendering error. */
export function ErrorPage() {
  const error = useRouteError();
  const number = failedRequest();
  useEffect(() => {
    document.title = "Something went wrong";
  }, []);
  return (
    <main className="page wrap centred" id="main">
      <div className="empty-state">
        <h1>Something went wrong</h1>
        <p>
          {isMissingCode(error)
            ? "A new version is available, or this device is offline. Refresh the page to try again."
            : "The app had a problem. Refresh the page to try again."}
        </p>
        {number && <p>If it happens again, tell the organiser this number: {number}.</p>}
        <button type="button" className="btn" onClick={() => window.location.reload()}>
          Refresh Page
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

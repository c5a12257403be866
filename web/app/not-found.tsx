import { Link } from "react-router";
import { OfficialScore } from "../football/components/scoreboard.tsx";
import { paths } from "../paths.ts";

export { NotFound as Component };

/** A separate file, because it is loaded only for unknown addresses. */
function NotFound() {
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <div className="empty-state">
        <OfficialScore home={4} away={4} />
        <h1>Page not found</h1>
        <p>The page may have moved, or the address may be mistyped.</p>
        <Link className="btn" to={paths.home}>
          Back to Home
        </Link>
      </div>
    </main>
  );
}

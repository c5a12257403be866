import * as words from "#words/app";
import { OfficialScore } from "../football/components/scoreboard.tsx";
import { paths } from "../paths.ts";
import { Link } from "../routing/link.tsx";
import { Page } from "../session/page.tsx";

export { NotFound as Component };

/** A separate file, because it is loaded only for unknown addresses. */
function NotFound() {
  return (
    <Page>
      <div className="empty-state">
        <OfficialScore home={4} away={4} />
        <h1>{words.pageNotFound}</h1>
        <p>{words.pageMayHaveMoved}</p>
        <Link className="btn" to={paths.home}>
          {words.backToHome}
        </Link>
      </div>
    </Page>
  );
}

import * as words from "#words/app";
import { backend } from "../../backend/connection/client.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { LanguageLinks } from "./language-links.tsx";

/** Below every page: the club and its rule, and for visitors the archives and the languages. */
export function Footer({ isVisitor }: { isVisitor: boolean }) {
  return (
    <footer className="footer">
      <div className="wrap">
        <span>{words.footerOfClub({ club: backend().config.brand })}</span>
        {isVisitor && <Link to={paths.archives}>{words.leaderboardArchives}</Link>}
        {isVisitor && <LanguageLinks />}
      </div>
    </footer>
  );
}

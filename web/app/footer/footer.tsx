import * as words from "#words/app";
import { backend } from "../../backend/connection/client.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { lazyOptionalWhenIdle } from "../../ui/loading/lazy-optional.tsx";
import { LanguageLinks } from "./language-links.tsx";

const ClubLinks = lazyOptionalWhenIdle(async () => (await import("./club-links.tsx")).ClubLinks);

/** Below every page: the club and its rule, its texts if it has any, and for visitors the archives and the languages. */
export function Footer({ isVisitor }: { isVisitor: boolean }) {
  return (
    <footer className="footer">
      <div className="wrap">
        <span>{words.footerOfClub({ club: backend().config.brand })}</span>
        {backend().config.notices && <ClubLinks />}
        {isVisitor && <Link to={paths.archives}>{words.leaderboardArchives}</Link>}
        {isVisitor && <LanguageLinks />}
      </div>
    </footer>
  );
}

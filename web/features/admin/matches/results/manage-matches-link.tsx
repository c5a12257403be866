import * as words from "#words/admin-matches";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { useSession } from "../../../../session/session-store.ts";

/** The link of an empty state to the page of all matches. Helpers, who may only enter results, have none. */
export function ManageMatchesLink() {
  const { isAdmin } = useSession();
  if (!isAdmin) return null;
  return (
    <Link className="btn secondary" to={paths.manageMatches}>
      {words.manageMatches}
    </Link>
  );
}

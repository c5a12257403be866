import { AdminPage } from "../../../../session/admin-page.tsx";
import "./manage-matches.css";
import { MatchList } from "./match-list.tsx";

export { ManageMatchesPage as Component };

/** The list of matches for admins. The route only requires a session, so the page itself checks for an admin. Loaded lazily. */
function ManageMatchesPage() {
  return (
    <AdminPage>
      <MatchList />
    </AdminPage>
  );
}

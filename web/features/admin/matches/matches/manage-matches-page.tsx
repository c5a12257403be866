import { AdminScreen } from "../../../../session/admin-screen.tsx";
import "./manage-matches.css";
import { MatchList } from "./match-list.tsx";

export { ManageMatchesPage as Component };

/** The list of matches for admins. The route only requires a session, so the screen itself checks for an admin. Loaded lazily. */
function ManageMatchesPage() {
  return (
    <AdminScreen>
      <main className="page wrap" id="main" tabIndex={-1}>
        <MatchList />
      </main>
    </AdminScreen>
  );
}

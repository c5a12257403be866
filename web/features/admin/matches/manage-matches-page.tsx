import { AdminScreen } from "../../../session/admin-screen.tsx";
import "./manage-matches.css";
import { MatchList } from "./match-list.tsx";

/** The admins' list of matches. The guard lets every signed-in player come here; this screen checks for the admin. */
export function ManageMatchesPage() {
  return (
    <AdminScreen>
      <main className="page wrap" id="main" tabIndex={-1}>
        <MatchList />
      </main>
    </AdminScreen>
  );
}

import "./manage-matches.css";
import { ManagedMatches } from "./match-list.tsx";

/** The manage-matches screen as a tab of the dashboard. */
export function MatchesTab() {
  return (
    <section aria-label="Matches">
      <ManagedMatches heading="h2" />
    </section>
  );
}

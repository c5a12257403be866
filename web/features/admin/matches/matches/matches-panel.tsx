import "./manage-matches.css";
import { MatchList } from "./match-list.tsx";

/** The manage-matches screen as a tab of the dashboard. Loaded lazily. */
export function MatchesTab() {
  return (
    <section aria-label="Matches">
      <MatchList heading="h2" />
    </section>
  );
}

import * as adminWords from "#words/admin";
import "./manage-matches.css";
import { MatchList } from "./match-list.tsx";

export { MatchesTab as Component };

/** The manage-matches screen as a tab of the dashboard. Loaded lazily. */
function MatchesTab() {
  return (
    <section aria-label={adminWords.matches}>
      {/* not a text: an element */}
      <MatchList heading="h2" />
    </section>
  );
}

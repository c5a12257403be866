import * as words from "#words/admin-money";
import { SubscriptionArchives } from "./subscription-archives.tsx";

export { SubscriptionArchivesTab as Component };

/** The subscription archives as a tab of the dashboard. Loaded lazily. */
function SubscriptionArchivesTab() {
  return (
    <section aria-labelledby="subscription-archives">
      <div className="section-head">
        <h2 id="subscription-archives">{words.subscriptionArchives}</h2>
        <p>{words.forOrganisersOnly}</p>
      </div>
      <SubscriptionArchives />
    </section>
  );
}

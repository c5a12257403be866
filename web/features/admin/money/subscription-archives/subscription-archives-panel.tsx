import { SubscriptionArchives } from "./subscription-archives.tsx";

export { SubscriptionArchivesTab as Component };

/** The subscription archives as a tab of the dashboard. Loaded lazily. */
function SubscriptionArchivesTab() {
  return (
    <section aria-labelledby="subscription-archives">
      <div className="section-head">
        <h2 id="subscription-archives">Subscription Archives</h2>
        <p>For organisers only</p>
      </div>
      <SubscriptionArchives />
    </section>
  );
}

import { SubscriptionArchives } from "./subscription-archives.tsx";

export { SubscriptionArchivesPage as Component };

/** The subscription archives as a page. The route is for admins only. Loaded lazily. */
function SubscriptionArchivesPage() {
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <div className="page-title">
        <div>
          <h1>Subscription Archives</h1>
          <p>Who was subscribed, and until when. For organisers only.</p>
        </div>
      </div>
      <h2 className="visually-hidden">Archives</h2>
      <SubscriptionArchives />
    </main>
  );
}

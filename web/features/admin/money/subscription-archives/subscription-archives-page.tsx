import * as words from "#words/admin-money";
import { SubscriptionArchives } from "./subscription-archives.tsx";

export { SubscriptionArchivesPage as Component };

/** The subscription archives as a page. The route is for admins only. Loaded lazily. */
function SubscriptionArchivesPage() {
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <div className="page-title">
        <div>
          <h1>{words.subscriptionArchives}</h1>
          <p>{words.whatArchivesAre}</p>
        </div>
      </div>
      <h2 className="visually-hidden">{words.archives}</h2>
      <SubscriptionArchives />
    </main>
  );
}

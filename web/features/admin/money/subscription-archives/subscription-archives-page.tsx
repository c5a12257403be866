import * as words from "#words/admin-money";
import { Page } from "../../../../session/page.tsx";
import { SubscriptionArchives } from "./subscription-archives.tsx";

export { SubscriptionArchivesPage as Component };

/** The subscription archives as a page. The route is for admins only. Loaded lazily. */
function SubscriptionArchivesPage() {
  return (
    <Page title={words.subscriptionArchives} lead={words.whatArchivesAre}>
      <h2 className="visually-hidden">{words.archives}</h2>
      <SubscriptionArchives />
    </Page>
  );
}

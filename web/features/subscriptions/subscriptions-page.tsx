import { useQuery } from "@tanstack/react-query";
import { Check, LockKeyhole, Users } from "lucide-react";
import * as words from "#words/subscriptions";
import { backend } from "../../backend/connection/client.ts";
import { serverNow } from "../../backend/connection/server-clock.ts";
import { notices } from "../../backend/queries/notices.ts";
import type { PlayableCompetitionRow, SubscriptionRow } from "../../backend/types/rows.ts";
import { CompetitionShape, hueOf } from "../../football/components/competition-badge.tsx";
import { lastDay } from "../../football/time/club-day.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { useContinuation } from "../../session/return-path/continuation.ts";
import { nameOf } from "../../session/session-store.ts";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { MyPayments } from "./my-payments.tsx";
import { RedeemForm } from "./redeem-form.tsx";
import { digitsOf } from "./redemption.ts";
import { mySubscriptions } from "./subscription-queries.ts";
import "./subscriptions.css";
import { playableCompetitions } from "../../backend/queries/playable-competitions.ts";

export { SubscriptionsPage as Component };

/** The player's subscriptions with their expiry, and the form to redeem a code. */
function SubscriptionsPage() {
  const [parameters] = useSearchParams();
  // An organiser's message links to this page with the code.
  const firstCode = digitsOf(parameters.get("code") ?? "");
  const continues = useContinuation();
  return (
    <Page title={words.subscriptions} lead={words.subscriptionsLead}>
      {(user) => (
        <div className="stack">
          <RedeemForm
            key={firstCode}
            firstCode={firstCode}
            account={firstCode === "" ? null : nameOf(user)}
            atOnce={continues && firstCode !== ""}
          />
          <Plans userId={user.id} />
          <MyPayments userId={user.id} />
        </div>
      )}
    </Page>
  );
}

function Plans({ userId }: { userId: string }) {
  const competitions = useQuery(playableCompetitions(userId));
  const subscriptions = useQuery(mySubscriptions(userId));
  const { data: club } = useQuery(notices());
  const isFailed = competitions.isLoadingError || subscriptions.isLoadingError;
  return (
    <section aria-labelledby="your-competitions">
      <div className="section-head">
        <h2 id="your-competitions">{words.yourCompetitions}</h2>
        <Link to={paths.matches}>{words.seeTheMatches}</Link>
      </div>
      {club?.entry && (
        <p className="muted about-entry">
          {club.entry === "free" ? words.entryIsFree : words.entryNeedsACode}
        </p>
      )}
      {!isFailed && (competitions.isPending || subscriptions.isPending) && (
        <SkeletonRows count={3} height={136} label={words.loadingSubscriptions} />
      )}
      <FailedQueries title={words.failedToLoadSubscriptions} queries={[competitions, subscriptions]} />
      {competitions.data && subscriptions.data && (
        <ul className="plans">
          {competitions.data.map((row) => (
            <CompetitionCard
              key={row.competition_id}
              competition={row}
              past={subscriptions.data.find(
                ({ subscription_type }) => subscription_type === row.competition_id,
              )}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function CompetitionCard({
  competition,
  past,
}: {
  competition: PlayableCompetitionRow;
  past: SubscriptionRow | undefined;
}) {
  const {
    league,
    may_predict: mayPredict,
    needs_subscription: needsSubscription,
    expires_at: expiresAt,
  } = competition;
  const days = expiresAt === null ? null : daysLeft(expiresAt);
  return (
    <li className={mayPredict ? "plan-card active" : "plan-card"} {...hueOf(league)}>
      <div>
        <h3>
          <CompetitionShape name={league} />
          <span>{league}</span>
        </h3>
        <p>{describe(competition, past)}</p>
      </div>
      <div className="plan-status">
        {!needsSubscription && (
          <>
            <Users aria-hidden="true" />
            <span>{words.openToAll}</span>
          </>
        )}
        {needsSubscription && mayPredict && days !== null && (
          <>
            <b>{days}</b>
            <span>{words.daysLeft({ days })}</span>
          </>
        )}
        {needsSubscription && mayPredict && days === null && <Check aria-hidden="true" />}
        {needsSubscription && !mayPredict && (
          <>
            <LockKeyhole aria-hidden="true" />
            <span>{words.needsACode}</span>
          </>
        )}
      </div>
    </li>
  );
}

function describe(competition: PlayableCompetitionRow, past: SubscriptionRow | undefined): string {
  if (!competition.needs_subscription) return words.noSubscriptionNeeded;
  if (competition.may_predict && competition.expires_at)
    return words.activeUntil({ day: lastDay(competition.expires_at, backend().config.time_zone) });
  if (past && Date.parse(past.expires_at) < serverNow())
    return words.expiredOn({ day: lastDay(past.expires_at, backend().config.time_zone) });
  if (past?.status === "inactive") return words.inactiveAskAnOrganiser;
  return words.notSubscribed;
}

/** The number of days until then, rounded up. */
function daysLeft(until: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 86_400_000));
}

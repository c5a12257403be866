import { useQuery } from "@tanstack/react-query";
import { messageFor } from "../../backend/connection/error-messages.ts";
import type { Jackpot as Settings } from "../../football/rules/club-settings.ts";
import { jackpotOf } from "../../football/rules/club-settings.ts";
import { Failure } from "../../ui/loading/failure.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { formatNumber } from "../../ui/text/format-number.ts";
import { plural } from "../../ui/text/plural.ts";
import { subscribers } from "./home-queries.ts";

/** The jackpot, calculated from the number of subscriptions. For signed-in players only. */
export function Jackpot({ settings }: { settings: Settings }) {
  const counted = useQuery(subscribers);
  if (counted.isLoadingError)
    return (
      <Failure
        title="Failed to load the jackpot"
        reason={messageFor(counted.error)}
        onRetry={() => void counted.refetch()}
      />
    );
  if (counted.data === undefined) return <Skeleton height={222} />;
  const count = counted.data;
  const rupees = formatNumber(jackpotOf(count, settings));
  return (
    <section className="jackpot" aria-labelledby="jackpot">
      <h2 id="jackpot">Jackpot</h2>
      <p className="jackpot-digits" aria-hidden="true">
        <span>Rs</span>
        {[...rupees].map((digit, at) => (digit === "," ? <span key={at}>,</span> : <b key={at}>{digit}</b>))}
      </p>
      <p>
        <span className="visually-hidden">Rs {rupees}: </span>
        {plural(count, "subscription")} at Rs {formatNumber(settings.multiplier)} each
        {settings.deductionPercent > 0 ? `, less ${settings.deductionPercent} per cent` : ""}. It grows with
        every new subscription.
      </p>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import * as words from "#words/home";
import type { Jackpot as Settings } from "../../football/rules/club-settings.ts";
import { jackpotOf } from "../../football/rules/club-settings.ts";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { formatNumber } from "../../ui/text/format-number.ts";
import { paymentsReceived, subscribers } from "./home-queries.ts";

/** The jackpot, calculated from the number of subscriptions. For signed-in players only. */
export function Jackpot({ settings }: { settings: Settings }) {
  const countsPayments = settings.basis === "payments";
  const counted = useQuery(subscribers);
  const received = useQuery({ ...paymentsReceived, enabled: countsPayments });
  if (counted.isLoadingError || received.isLoadingError)
    return <FailedQueries title={words.failedToLoadTheJackpot} queries={[counted, received]} />;
  if (counted.data === undefined || (countsPayments && received.data === undefined))
    return <Skeleton height={222} />;
  const count = counted.data;
  const rupees = formatNumber(
    countsPayments
      ? jackpotOf(received.data ?? 0, { ...settings, multiplier: 1 })
      : jackpotOf(count, settings),
  );
  const deduction =
    settings.deductionPercent > 0 ? words.lessDeduction({ percent: settings.deductionPercent }) : "";
  return (
    <section className="jackpot" aria-labelledby="jackpot">
      <h2 id="jackpot">{words.jackpot}</h2>
      <p className="jackpot-digits" aria-hidden="true">
        <span>{words.rs}</span>
        {[...rupees].map((digit, at) =>
          /\d/.test(digit) ? <b key={at}>{digit}</b> : <span key={at}>{digit}</span>,
        )}
      </p>
      <p>
        <span className="visually-hidden">{`${words.amountInRupees({ rupees })} `}</span>
        <span>
          {countsPayments
            ? words.jackpotOfPayments({ count, deduction })
            : words.jackpotOfSubscriptions({
                count,
                rupees: formatNumber(settings.multiplier),
                deduction,
              })}
        </span>
      </p>
    </section>
  );
}

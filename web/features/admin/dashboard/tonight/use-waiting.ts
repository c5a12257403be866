import { useQuery } from "@tanstack/react-query";
import { resultsToEnter } from "../../../../backend/queries/results-to-enter.ts";
import { useSession } from "../../../../session/session-store.ts";
import { resultsToTell, winnersToTell } from "../../content/notifications/waiting-queries.ts";
import { providerIssues } from "../../matches/provider/provider-queries.ts";
import { missingPlayers } from "../../members/predictions/missing-queries.ts";
import { duplicates } from "../../shared/duplicates/duplicate-queries.ts";

interface Waiting {
  telling: boolean;
  missing: boolean;
  winners: boolean;
  issues: boolean;
  duplicates: boolean;
  /** The parts that wait; undefined until all are known. */
  count: number | undefined;
}

/**
 * Which parts of the evening wait. A part that did not load counts as waiting: it says so and can be retried. Helpers wait
 * only for results.
 */
export function useWaiting(): Waiting {
  const { isAdmin: enabled } = useSession();
  const entering = useQuery(resultsToEnter);
  const telling = useQuery({ ...resultsToTell, enabled });
  const missing = useQuery({ ...missingPlayers("next_matchday"), enabled });
  const winners = useQuery({ ...winnersToTell, enabled });
  const issues = useQuery({ ...providerIssues, enabled });
  const twice = useQuery({ ...duplicates, enabled });
  const all = [entering, telling, missing, winners, issues, twice];
  const found = twice.data && [...twice.data.matches, ...twice.data.teams];
  const waiting = {
    telling: isWaiting(telling),
    missing: isWaiting(missing),
    winners: isWaiting(winners),
    issues: isWaiting(issues),
    duplicates: isWaiting({ data: found, errorUpdateCount: twice.errorUpdateCount }),
  };
  const isKnown = all.every((query) => !query.isPending || hasFailed(query));
  const parts = [
    isWaiting(entering),
    waiting.telling,
    waiting.missing,
    waiting.winners,
    waiting.issues || waiting.duplicates,
  ];
  return { ...waiting, count: isKnown || !enabled ? parts.filter(Boolean).length : undefined };
}

interface Loaded {
  data: readonly unknown[] | undefined;
  errorUpdateCount: number;
}

/** Counts failures instead of reading the error: a part loads again when it appears, which clears the error and would hide the part. */
const hasFailed = ({ errorUpdateCount }: { errorUpdateCount: number }) => errorUpdateCount > 0;

function isWaiting(query: Loaded): boolean {
  return query.data === undefined ? hasFailed(query) : query.data.length > 0;
}

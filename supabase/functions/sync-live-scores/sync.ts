import { z } from "zod";
import { callAsService } from "../_http/database.ts";
import type { Environment } from "../_http/environment.ts";
import { plural } from "../_http/plural.ts";
import { done, partsOf, type Said } from "../_http/said.ts";
import { ProviderError } from "../_providers/ask.ts";
import { openProvider, PROVIDER_NAMES } from "../_providers/open-provider.ts";
import type { Answer, Limits, Question } from "../_providers/provider.ts";

/** The outcome with a message. `idle`: no poll was due. */
export interface Synced extends Said {
  kind: "changed" | "unchanged" | "idle" | "failed";
}

/** The result of the database function begin_provider_poll. */
const pollDecision = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["no_key", "off", "not_due"]) }),
  z.object({
    outcome: z.literal("wait"),
    wait_seconds: z.number(),
    last_error: z.string().nullable(),
    error_facts: z.unknown(),
  }),
  z.object({
    outcome: z.literal("poll"),
    poll: z.number(),
    provider: z.enum(PROVIDER_NAMES),
    api_key: z.string(),
    purpose: z.enum(["scores", "fixtures"]),
    competitions: z.array(z.string()),
    from_date: z.string(),
    to_date: z.string(),
  }),
]);
type PollDecision = z.infer<typeof pollDecision>;

const IDLE_MESSAGES: Readonly<Record<"no_key" | "off" | "not_due", string>> = {
  no_key: "No live-score API key is set",
  off: "Live scores are switched off in API Settings",
  not_due: "No match is about to start",
};

/** Polls the provider if the database allows it, and stores the response. Throws errors that are not the provider's. */
export async function syncLiveScores(env: Environment, byAdmin: boolean): Promise<Synced> {
  const [row] = await callAsService(env, "begin_provider_poll", { _by_admin: byAdmin });
  const decision = pollDecision.parse(row);
  if (decision.outcome === "wait") return { kind: "idle", ...waiting(decision) };
  return decision.outcome === "poll"
    ? poll(env, decision)
    : { kind: "idle", text: IDLE_MESSAGES[decision.outcome], facts: { kind: decision.outcome } };
}

function waiting(decision: Extract<PollDecision, { outcome: "wait" }>): Said {
  const { wait_seconds: seconds, last_error: error, error_facts: reason } = decision;
  return {
    text: `${error ?? "The provider was checked a moment ago"}. Try again in ${plural(seconds, "second")}.`,
    // An error without facts has only its English.
    facts: error === null || reason ? { kind: "try_again", seconds, reason } : null,
  };
}

async function poll(env: Environment, decision: Extract<PollDecision, { outcome: "poll" }>): Promise<Synced> {
  const question: Question = {
    purpose: decision.purpose,
    competitions: decision.competitions,
    from: decision.from_date,
    to: decision.to_date,
  };
  const provider = openProvider(decision.provider, decision.api_key, env);
  try {
    const found = await provider.matches(question);
    const [applied] = await callAsService(env, "apply_provider_answer", {
      _poll: decision.poll,
      _matches: found.matches,
      ...limitArguments(found.limits),
    });
    return applied
      ? pollResult(provider.name, found, counts.parse(applied))
      : { kind: "idle", text: "A newer sync has started", facts: { kind: "newer_sync" } };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A refused key or plan stays refused until an admin changes it, so wait half an hour.
    const wait = error.waitSeconds ?? (error.kind === "refused" || error.kind === "restricted" ? 1800 : null);
    await callAsService(env, "fail_provider_poll", {
      _poll: decision.poll,
      _error: error.message,
      _wait_seconds: wait,
      _facts: error.facts,
      ...limitArguments(error.limits),
    });
    return { kind: "failed", text: error.message, facts: error.facts };
  }
}

function limitArguments({ minuteLeft, minuteEndsIn, dayLeft }: Limits) {
  return { _minute_left: minuteLeft, _minute_ends_in: minuteEndsIn, _day_left: dayLeft };
}

const count = z
  .number()
  .nullable()
  .transform((n) => n ?? 0);
/** The result of apply_provider_answer. */
const counts = z.object({
  matches: count,
  linked: count,
  started: count,
  scores: count,
  results: count,
  corrections: count,
  fixtures: count,
});

function pollResult(provider: string, { unreadable }: Answer, counted: z.infer<typeof counts>): Synced {
  const parts = partsOf([
    some("fixtures", counted.fixtures, "fixture added or moved", "fixtures added or moved"),
    some("linked", counted.linked, "match linked", "matches linked"),
    some("started", counted.started, "match started", "matches started"),
    some("scores", counted.scores, "score changed", "scores changed"),
    some("results", counted.results, "result confirmed", "results confirmed"),
    some("corrections", counted.corrections, "result corrected", "results corrected"),
    some("unreadable", unreadable, "match could not be read", "matches could not be read"),
  ]);
  if (parts.done.length > 0)
    return {
      kind: "changed",
      text: `${provider}: ${parts.text}`,
      facts: { kind: "sync_changed", provider, done: parts.done },
    };
  return {
    kind: "unchanged",
    text: `${provider}: ${plural(counted.matches, "match", "matches")}, nothing new`,
    facts: { kind: "nothing_new", provider, count: counted.matches },
  };
}

function some(kind: string, count: number, one: string, many: string) {
  return done(kind, count, plural(count, one, many));
}

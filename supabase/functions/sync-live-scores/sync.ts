import { z } from "zod";
import { callAsService } from "../_http/database.ts";
import type { Environment } from "../_http/environment.ts";
import { plural } from "../_http/plural.ts";
import { ProviderError } from "../_providers/ask.ts";
import { openProvider, PROVIDER_NAMES } from "../_providers/open-provider.ts";
import type { Answer, Limits, Question } from "../_providers/provider.ts";

/** The outcome with a message. `idle`: no poll was due. */
export interface Synced {
  kind: "changed" | "unchanged" | "idle" | "failed";
  message: string;
}

/** The result of the database function begin_provider_poll. */
const pollDecision = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["no_key", "off", "not_due"]) }),
  z.object({ outcome: z.literal("wait"), wait_seconds: z.number(), last_error: z.string().nullable() }),
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
  if (decision.outcome === "wait")
    return { kind: "idle", message: waitMessage(decision.wait_seconds, decision.last_error) };
  return decision.outcome === "poll"
    ? poll(env, decision)
    : { kind: "idle", message: IDLE_MESSAGES[decision.outcome] };
}

function waitMessage(seconds: number, error: string | null): string {
  const when = `Try again in ${plural(seconds, "second")}.`;
  return error === null ? `The provider was checked a moment ago. ${when}` : `${error}. ${when}`;
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
      : { kind: "idle", message: "A newer sync has started" };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A refused key or plan stays refused until an admin changes it, so wait half an hour.
    const wait = error.waitSeconds ?? (error.kind === "refused" || error.kind === "restricted" ? 1800 : null);
    await callAsService(env, "fail_provider_poll", {
      _poll: decision.poll,
      _error: error.message,
      _wait_seconds: wait,
      ...limitArguments(error.limits),
    });
    return { kind: "failed", message: error.message };
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

function pollResult(name: string, { unreadable }: Answer, done: z.infer<typeof counts>): Synced {
  const parts = [
    some(done.fixtures, "fixture added or moved", "fixtures added or moved"),
    some(done.linked, "match linked", "matches linked"),
    some(done.started, "match started", "matches started"),
    some(done.scores, "score changed", "scores changed"),
    some(done.results, "result confirmed", "results confirmed"),
    some(done.corrections, "result corrected", "results corrected"),
    some(unreadable, "match could not be read", "matches could not be read"),
  ].filter((part) => part !== "");
  if (parts.length > 0) return { kind: "changed", message: `${name}: ${parts.join(", ")}` };
  return { kind: "unchanged", message: `${name}: ${plural(done.matches, "match", "matches")}, nothing new` };
}

function some(count: number, one: string, many: string): string {
  return count === 0 ? "" : plural(count, one, many);
}

import { backend } from "../../../backend/connection/client.ts";
import { serverNow } from "../../../backend/connection/server-clock.ts";

/** Why a prediction was not saved, as `prediction_refusals.reason` has it. */
export type RefusalReason = "lock" | "subscription" | "age" | "clock" | "session" | "connection" | "server";

interface Report {
  matchId: string;
  reason: RefusalReason;
  /** Milliseconds since 1970 by the server's clock. */
  at: number;
}

const keyOf = (userId: string) => `scoreline-refusals/${userId}`;
/** More than the matches of two weekends. */
const maxReports = 50;
let sending: Promise<void> | undefined;

/** Remembers why a prediction was not saved, until the server can be told. One report for each match and reason. */
export function noteRefusal(userId: string, matchId: string, reason: RefusalReason): void {
  const others = stored(userId).filter((one) => one.matchId !== matchId || one.reason !== reason);
  store(userId, [...others, { matchId, reason, at: serverNow() }].slice(-maxReports));
}

/** Sends the reports, so that an organiser can say why a prediction was not saved. They wait if it fails. Never throws. */
export function sendRefusals(userId: string): void {
  if (stored(userId).length > 0) sending ??= send(userId).finally(() => (sending = undefined));
}

async function send(userId: string): Promise<void> {
  for (const report of stored(userId)) {
    const { error, status } = await backend().rest.rpc("report_refused_prediction", {
      _match_id: report.matchId,
      _reason: report.reason,
      _tried_at: new Date(report.at).toISOString(),
    });
    // A report that the server refuses is dropped, because it would be refused again.
    if (error && (status === 0 || status === 401 || status === 429 || status >= 500)) return;
    store(
      userId,
      stored(userId).filter(
        ({ matchId, reason, at }) =>
          matchId !== report.matchId || reason !== report.reason || at !== report.at,
      ),
    );
  }
}

function stored(userId: string): Report[] {
  try {
    const reports: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(reports) ? reports : [];
  } catch {
    return [];
  }
}

function store(userId: string, reports: readonly Report[]): void {
  try {
    if (reports.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(reports));
  } catch {
    // Without storage a refusal is reported only if the server can be reached.
  }
}

/** The queue of messages in the database, as its functions claim_messages, report_messages and give_up_messages tell it. */
import { callAsService } from "../_http/database.ts";
import type { Environment } from "../_http/environment.ts";

export type Channel = "mail" | "push";

/** A browser that takes push messages: what the Push API calls a subscription. */
export interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Message {
  id: number;
  kind: string;
  /** Names the reason: a later message of the same reason replaces the earlier one on a screen. */
  tag: string;
  title: string;
  body: string;
  /** A path of the site; null for its front page. */
  link: string | null;
  createdAt: Date;
  /** When it would be too late; null for never. */
  dropAfter: Date | null;
  /** Of a mail: the address, and what stands in the unsubscribe link. Empty for a push message. */
  email: string;
  token: string;
  /** Of a push message: those still to be reached. */
  devices: readonly Device[];
}

export interface Report {
  id: number;
  outcome: "sent" | "later" | "failed" | "untried";
  error?: string;
  wait_seconds?: number;
  /** Endpoints that need no further try, and those to forget. */
  settled?: readonly string[];
  gone?: readonly string[];
  /** The channel takes nothing at all, and rests before its next try. */
  stops?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

export async function claim(env: Environment, channel: Channel, limit: number): Promise<Message[]> {
  const rows = await callAsService(env, "claim_messages", { _channel: channel, _limit: limit });
  return rows.map((row) => ({
    id: Number(row.id),
    kind: text(row.kind),
    tag: text(row.tag),
    title: text(row.title),
    body: text(row.body),
    link: typeof row.link === "string" ? row.link : null,
    createdAt: new Date(text(row.created_at)),
    dropAfter: typeof row.drop_after === "string" ? new Date(row.drop_after) : null,
    email: text(row.email),
    token: text(row.token),
    devices: Array.isArray(row.devices) ? row.devices.map(device) : [],
  }));
}

/** Ends what waits too long. How many were too late, and how many could not be sent for a day. */
export async function giveUp(env: Environment): Promise<{ dropped: number; failed: number }> {
  const [row] = await callAsService(env, "give_up_messages", {});
  return { dropped: Number(row?.dropped ?? 0), failed: Number(row?.failed ?? 0) };
}

/**
 * Takes reports one by one and passes on, together, those that came while the last ones were under way: what is sent is
 * known to the database within milliseconds, so that a process that dies repeats very little.
 */
export function createReporter(env: Environment) {
  let waiting: Report[] = [];
  let flushing: Promise<void> | null = null;
  const flush = async () => {
    while (waiting.length > 0) {
      const reports = waiting;
      waiting = [];
      const told = () => callAsService(env, "report_messages", { _reports: reports });
      // A report that is lost sends its message twice; one more try is cheap.
      await told().catch(told);
    }
  };
  const start = () => {
    flushing ??= flush().finally(() => {
      flushing = null;
    });
    return flushing;
  };
  return {
    add(report: Report): void {
      waiting.push(report);
      // Who waits for `done` hears of a failure; until then it is nobody's.
      start().catch(() => {});
    },
    /** Resolves when everything is told. Rejects when the database does not take it. */
    async done(): Promise<void> {
      while (flushing !== null || waiting.length > 0) await start();
    },
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function device(value: unknown): Device {
  const row: Row = typeof value === "object" && value !== null ? { ...value } : {};
  return { endpoint: text(row.endpoint), p256dh: text(row.p256dh), auth: text(row.auth) };
}

/** The message queue in the database: claim_messages, report_messages and expire_messages. */

import { callAsService } from "../_http/database.ts";
import type { Environment } from "../_http/environment.ts";
import { languageOf } from "../_http/language.ts";
import { type Language, SOURCE_LANGUAGE } from "../_words/languages.ts";
import { textOf } from "../_words/messages/text-of.ts";
import { speechOf } from "./speech.ts";

export type Channel = "email" | "push";

/** A push subscription of the Push API. */
export interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Message {
  id: number;
  kind: string;
  /** The reason of the message: a later message with the same reason replaces it on screen. */
  tag: string;
  /** The language of title and body. */
  language: Language;
  title: string;
  body: string;
  /** A path of the site; null for the home page. */
  link: string | null;
  createdAt: Date;
  /** The expiry; null for none. */
  dropAfter: Date | null;
  /** For an email: the address and the token of the unsubscribe link. Empty for a push message. */
  email: string;
  token: string;
  /** For a push message: the subscriptions still to send to. */
  devices: readonly Device[];
}

export interface Report {
  id: number;
  outcome: "sent" | "later" | "failed" | "untried";
  error?: string;
  wait_seconds?: number;
  /** Endpoints that are done, and endpoints to delete. */
  finished_endpoints?: readonly string[];
  expired_endpoints?: readonly string[];
  /** The whole channel failed and pauses before the next attempt. */
  pauses_channel?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

export async function claim(env: Environment, channel: Channel, limit: number): Promise<Message[]> {
  const rows = await callAsService(env, "claim_messages", { _channel: channel, _limit: limit });
  return rows.map((row) => ({
    id: Number(row.id),
    kind: text(row.kind),
    tag: text(row.tag),
    ...contentOf(row, env),
    link: typeof row.link === "string" ? row.link : null,
    createdAt: new Date(text(row.created_at)),
    dropAfter: typeof row.drop_after === "string" ? new Date(row.drop_after) : null,
    email: text(row.email),
    token: text(row.token),
    devices: Array.isArray(row.devices) ? row.devices.map(device) : [],
  }));
}

/** In the member's language, or in the club's. Without facts it is in the language of its author. */
function contentOf(row: Row, env: Environment): Pick<Message, "language" | "title" | "body"> {
  const language = languageOf(row.language, env);
  const stored = { title: text(row.title), body: text(row.body) };
  const said = language === SOURCE_LANGUAGE ? null : textOf(row.facts, speechOf(language));
  return { language, ...(said ?? stored) };
}

/** Ends messages that waited too long. Returns how many expired, and how many could not be sent for a day. */
export async function giveUp(env: Environment): Promise<{ dropped: number; failed: number }> {
  const [row] = await callAsService(env, "expire_messages", {});
  return { dropped: Number(row?.dropped ?? 0), failed: Number(row?.failed ?? 0) };
}

/**
 * Collects reports and sends those that arrived during the previous call together. Sent messages are
 * recorded within milliseconds, so a crash repeats very few.
 */
export function createReporter(env: Environment) {
  let waiting: Report[] = [];
  let flushing: Promise<void> | null = null;
  const flush = async () => {
    while (waiting.length > 0) {
      const reports = waiting;
      waiting = [];
      const report = () => callAsService(env, "report_messages", { _reports: reports });
      // A lost report would send its message twice, so retry once.
      await report().catch(report);
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
      // `done` rejects with the failure.
      start().catch(() => {});
    },
    /** Resolves when all reports are stored. Rejects if the database refuses them. */
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

/** One run: claims and sends waiting messages in batches, email and push in parallel, for a limited time. */
import type { Environment } from "../_http/environment.ts";
import { plural } from "../_http/plural.ts";
import { done, partsOf, type Said } from "../_http/said.ts";
import { EMAILS_IN_PARALLEL, EmailError, type Mailer, openMailer } from "./email.ts";
import { emailOf } from "./email-content.ts";
import { openPusher, PUSHES_IN_PARALLEL, type Pusher } from "./push.ts";
import { type Channel, claim, createReporter, giveUp, type Message, type Report } from "./queue.ts";

const BATCH = 100;
/** The time limit of a run. With another attempt of ten seconds it stays below a claim's lease of 3 minutes. */
const RUN_MS = 45_000;

/** Resolves to a summary, or to null if nothing waited. Throws if the mail server fails. */
export async function sendMessages(env: Environment): Promise<Said | null> {
  const until = Date.now() + RUN_MS;
  const given = await giveUp(env);
  const mailer = openMailer(env);
  const pusher = await openPusher(env);
  try {
    // A failure of email must not stop push messages, and vice versa.
    const [emails, pushes] = await Promise.all([
      drain(env, "email", EMAILS_IN_PARALLEL, until, (message) => sendEmail(mailer, message, env)),
      drain(env, "push", PUSHES_IN_PARALLEL, until, (message) => sendPush(pusher, message)),
    ]);
    const summary = partsOf([
      counted("emails", emails.sent, "email sent", "emails sent"),
      counted("pushes", pushes.sent, "push message sent", "push messages sent"),
      counted("later", emails.later + pushes.later, "to retry"),
      counted("failed", emails.failed + pushes.failed + given.failed, "failed permanently"),
      counted("too_late", given.dropped, "too late to send"),
    ]);
    if (emails.stopped !== null) throw new Error([emails.stopped, summary.text].filter(Boolean).join(". "));
    return summary.text === ""
      ? null
      : { text: summary.text, facts: { kind: "messages_sent", done: summary.done } };
  } finally {
    mailer.close();
  }
}

interface Tally {
  sent: number;
  later: number;
  failed: number;
  /** Why the channel failed, or null. */
  stopped: string | null;
}

type Send = (message: Message) => Promise<Report>;

async function drain(
  env: Environment,
  channel: Channel,
  parallel: number,
  until: number,
  send: Send,
): Promise<Tally> {
  const tally: Tally = { sent: 0, later: 0, failed: 0, stopped: null };
  const reporter = createReporter(env);
  const worker = async (batch: Iterator<Message>) => {
    for (let next = batch.next(); !next.done; next = batch.next()) {
      if (tally.stopped !== null || Date.now() > until) {
        reporter.add({ id: next.value.id, outcome: "untried" });
        continue;
      }
      const report = await send(next.value);
      reporter.add(report);
      if (report.pauses_channel) tally.stopped ??= report.error ?? "";
      if (report.outcome !== "untried") tally[report.outcome] += 1;
    }
  };
  while (tally.stopped === null && Date.now() < until) {
    const batch = await claim(env, channel, BATCH);
    if (batch.length === 0) break;
    const queue = batch.values();
    await Promise.all(Array.from({ length: parallel }, () => worker(queue)));
    await reporter.done();
  }
  return tally;
}

async function sendEmail(mailer: Mailer, message: Message, env: Environment): ReturnType<Send> {
  try {
    await mailer.send(emailOf(message, env));
    return { id: message.id, outcome: "sent" };
  } catch (error) {
    const failure = error instanceof EmailError ? error : new EmailError("message", String(error));
    const report = { id: message.id, error: failure.message };
    switch (failure.fault) {
      case "recipient":
        return { ...report, outcome: "failed" };
      case "message":
        return { ...report, outcome: "later" };
      case "sender":
        // Counts as an attempt, so that an email which alone is refused falls behind the others.
        return { ...report, outcome: "later", pauses_channel: true };
      case "server":
        return { ...report, outcome: "untried", pauses_channel: true };
    }
  }
}

/** Sends to every browser of the player. Done when one accepted the message and none is left to retry. */
async function sendPush(pusher: Pusher, message: Message): ReturnType<Send> {
  const tried = await Promise.all(
    message.devices.map(async (device) => ({
      ...(await pusher.send(device, message)),
      endpoint: device.endpoint,
    })),
  );
  const [later] = tried.flatMap((one) => (one.kind === "later" ? [one] : []));
  const [refused] = tried.flatMap((one) => (one.kind === "refused" ? [one] : []));
  const endpoints = (...kinds: string[]) =>
    tried.filter(({ kind }) => kinds.includes(kind)).map(({ endpoint }) => endpoint);
  const report = {
    id: message.id,
    finished_endpoints: endpoints("taken", "refused"),
    expired_endpoints: endpoints("gone"),
  };
  if (later) {
    const wait = later.waitSeconds === undefined ? {} : { wait_seconds: later.waitSeconds };
    return { ...report, ...wait, outcome: "later", error: later.error };
  }
  if (tried.some(({ kind }) => kind === "taken")) return { ...report, outcome: "sent" };
  return {
    ...report,
    outcome: "failed",
    error: refused?.error ?? "Every push subscription of the player has expired",
  };
}

function counted(kind: string, number: number, one: string, many = one) {
  return done(kind, number, plural(number, one, many));
}

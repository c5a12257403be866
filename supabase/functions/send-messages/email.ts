/** Sends email through an SMTP server (SMTP_URL) or to the outbox of a host without one (OUTBOX_URL). */
import { createTransport } from "nodemailer";
import type { Environment } from "../_http/environment.ts";
import { send } from "../_http/outgoing.ts";
import type { Email } from "./email-content.ts";
import { type MailFault, mailFailureText, mailFaultOf } from "./mail-fault.ts";

/** A failed attempt. */
export class EmailError extends Error {
  override readonly name = "EmailError";
  constructor(
    readonly fault: MailFault,
    message: string,
  ) {
    super(message);
  }
}

export interface Mailer {
  /** Resolves when the server accepted the email. Throws EmailError. */
  send(email: Email): Promise<void>;
  close(): void;
}

/** Emails sent in parallel. */
export const EMAILS_IN_PARALLEL = 5;
/** Shorter than nodemailer's two minutes, so that a silent server does not delay the run. */
const TIMEOUT_MS = 10_000;
/** For the whole of one email. */
const EMAIL_MS = 30_000;
/** The longest reply of an SMTP server in bytes. The longest of RFC 5321 are the lists of extensions, a few hundred bytes. */
const RESPONSE_BYTES = 64 * 1024;

export function openMailer(env: Environment): Mailer {
  if (env.SMTP_URL) return smtp(env.SMTP_URL);
  if (env.OUTBOX_URL) return outbox(env.OUTBOX_URL, env.SUPABASE_SERVICE_ROLE_KEY ?? "");
  const none = new EmailError("server", "No email server is set up: SMTP_URL is not set");
  return { send: () => Promise.reject(none), close() {} };
}

/** `smtp[s]://user:password@host:port?from=club@example.com`, as for the host. */
function smtp(address: string): Mailer {
  const url = new URL(address);
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    pool: true,
    maxConnections: EMAILS_IN_PARALLEL,
    // Only the queue in the database retries.
    maxRequeues: 0,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    maxResponseSize: RESPONSE_BYTES,
  });
  const from = url.searchParams.get("from") ?? user;
  return {
    async send(email) {
      // A server that trickles its replies is never inactive.
      const signal = AbortSignal.timeout(EMAIL_MS);
      await transport.sendMail({ from, ...email, signal }).catch((error: unknown) => {
        throw new EmailError(mailFaultOf(error), mailFailureText(error));
      });
    },
    close: () => transport.close(),
  };
}

function outbox(url: string, key: string): Mailer {
  return {
    async send({ to, subject, text, html }) {
      const response = await send(url, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ to, subject, text, html }),
      }).catch((error: unknown) => {
        throw new EmailError("server", `The outbox cannot be reached (${error})`);
      });
      if (!response.ok) throw new EmailError("server", `The outbox answered ${response.status}`);
    },
    close() {},
  };
}

import { createTransport } from "nodemailer";
import { type MailCarrier, RefusedError } from "./carriers.ts";
import { mailFailureText, mailFaultOf } from "./mail-fault.ts";

export interface SmtpSettings {
  host: string;
  port: number;
  user?: string;
  pass?: string;
  /** TLS from the first byte (port 465). Otherwise STARTTLS is used if the server offers it. */
  secure?: boolean;
  /** The sender, e.g. `Example <mail@example.com>`. */
  from: string;
}

/** For the whole of one email. The delivery queue's lease is longer. */
const EMAIL_MS = 60_000;
const DAY_MS = 86_400_000;
/** The longest reply of a server in bytes. The longest of RFC 5321 are the lists of extensions, a few hundred bytes. */
const RESPONSE_BYTES = 64 * 1024;

function optionsOf({ host, port, user, pass, secure }: SmtpSettings) {
  return {
    host,
    port,
    secure: secure ?? port === 465,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...(user ? { auth: { user, pass: pass ?? "" } } : {}),
    // Values in a message are untrusted, so nothing in it may reference a local file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    maxResponseSize: RESPONSE_BYTES,
  };
}

export interface SmtpCarrier extends MailCarrier {
  /**
   * Why the server accepts no email now: what the newest sign-in failed at, or what it said to the last email of the past day,
   * unless the recipient was the reason; otherwise null.
   */
  failure(): string | null;
  /** Notes the result of verifySmtp. A server may accept the sign-in and refuse emails. */
  verified(failure: string | null): void;
  close(): void;
}

/** Sends emails through an SMTP server with a small connection pool. */
export function createSmtpCarrier(settings: SmtpSettings): SmtpCarrier {
  const { from } = settings;
  const transport = createTransport({ ...optionsOf(settings), pool: true, maxConnections: 3 });
  let failure: { text: string; at: number } | null = null;
  let signInFailure: string | null = null;
  return {
    delivers: true,
    async send(mail) {
      const { to, subject, html, text } = mail;
      // A server that trickles its replies is never inactive.
      const signal = AbortSignal.timeout(EMAIL_MS);
      try {
        await transport.sendMail({ from, to, subject, html, text, signal });
        failure = null;
        signInFailure = null;
      } catch (error) {
        const reason = mailFailureText(error);
        signInFailure = null;
        if (mailFaultOf(error) === "recipient") throw new RefusedError(reason);
        failure = { text: reason, at: Date.now() };
        throw error;
      }
    },
    failure: () =>
      signInFailure ?? (failure !== null && Date.now() - failure.at < DAY_MS ? failure.text : null),
    verified(newest) {
      signInFailure = newest;
    },
    close: () => transport.close(),
  };
}

/** Signs in at the server of an SMTP URL and sends nothing. Resolves to why it is refused, or to null. */
export async function verifySmtp(smtpUrl: string, timeMs: number): Promise<string | null> {
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    const transport = createTransport(optionsOf(smtpFromUrl(smtpUrl)));
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`no answer within ${timeMs / 1000} seconds`)), timeMs);
    });
    await Promise.race([transport.verify(), tooLate]).finally(() => transport.close());
    return null;
  } catch (error) {
    return mailFailureText(error);
  } finally {
    clearTimeout(late);
  }
}

/** The settings as one URL, which smtpFromUrl parses. Edge functions receive it. */
export function smtpToUrl({ host, port, user, pass, secure, from }: SmtpSettings): string {
  const url = new URL(`${(secure ?? port === 465) ? "smtps" : "smtp"}://${host}:${port}`);
  url.username = encodeURIComponent(user ?? "");
  url.password = encodeURIComponent(pass ?? "");
  url.searchParams.set("from", from);
  return url.href;
}

/** Parses `smtp[s]://user:pass@host:port?from=mail@example.com`. Throws if the URL is invalid. */
export function smtpFromUrl(text: string): SmtpSettings {
  const url = URL.canParse(text) ? new URL(text) : null;
  const secure = url?.protocol === "smtps:";
  const from = url?.searchParams.get("from") ?? decodeURIComponent(url?.username ?? "");
  if (!url || (!secure && url.protocol !== "smtp:") || !url.hostname || !from.includes("@")) {
    throw new Error("SMTP_URL must look like smtp://user:password@host:587?from=mail@example.com");
  }
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
    secure,
    from,
  };
}

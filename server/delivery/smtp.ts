import { createTransport } from "nodemailer";
import { type MailCarrier, RefusedError } from "./carriers.ts";

export interface SmtpSettings {
  host: string;
  port: number;
  user?: string;
  pass?: string;
  /** TLS from the first byte (port 465). Otherwise STARTTLS is used if the server offers it. */
  secure?: boolean;
  /** The sender, e.g. `Scoreline <club@example.com>`. */
  from: string;
}

/** For the whole of one email. The delivery queue's lease is longer. */
const EMAIL_MS = 60_000;
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

/** Sends emails through an SMTP server with a small connection pool. */
export function createSmtpCarrier(settings: SmtpSettings): MailCarrier & { close(): void } {
  const { from } = settings;
  const transport = createTransport({ ...optionsOf(settings), pool: true, maxConnections: 3 });
  return {
    delivers: true,
    async send(mail) {
      const { to, subject, html, text } = mail;
      // A server that trickles its replies is never inactive.
      const signal = AbortSignal.timeout(EMAIL_MS);
      await transport.sendMail({ from, to, subject, html, text, signal }).catch((error: unknown) => {
        throw isFinal(error) ? new RefusedError(error.message) : error;
      });
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
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(late);
  }
}

/**
 * Replies of 500 and more to the envelope or the message are permanent (RFC 5321, section 4.2.1). A refused sign-in at
 * the mail server is not: its password may be corrected.
 */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  return Number(error.responseCode) >= 500 && (error.code === "EENVELOPE" || error.code === "EMESSAGE");
}

/** The settings as one URL, which smtpFromUrl parses. Edge functions receive it. */
export function smtpToUrl({ host, port, user, pass, secure, from }: SmtpSettings): string {
  const url = new URL(`${(secure ?? port === 465) ? "smtps" : "smtp"}://${host}:${port}`);
  url.username = encodeURIComponent(user ?? "");
  url.password = encodeURIComponent(pass ?? "");
  url.searchParams.set("from", from);
  return url.href;
}

/** Parses `smtp[s]://user:pass@host:port?from=club@example.com`. Throws if the URL is invalid. */
export function smtpFromUrl(text: string): SmtpSettings {
  const url = URL.canParse(text) ? new URL(text) : null;
  const secure = url?.protocol === "smtps:";
  const from = url?.searchParams.get("from") ?? decodeURIComponent(url?.username ?? "");
  if (!url || (!secure && url.protocol !== "smtp:") || !url.hostname || !from.includes("@")) {
    throw new Error("SMTP_URL must look like smtp://user:password@host:587?from=club@example.com");
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

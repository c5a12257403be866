/** A copy of server/delivery/mail-fault.ts, which says why. */

/**
 * - `recipient`: the mailbox does not exist or takes no email, so no later attempt can succeed;
 * - `message`: this email was not accepted now, others may be;
 * - `sender`: the host's account, address, limit or server was refused when this email was offered, so others will be too;
 * - `server`: no email was offered, because the server could not be reached or refused the sign-in or the sender.
 *
 * All but `recipient` wait and are tried again.
 */
export type MailFault = "recipient" | "message" | "sender" | "server";

/** Reads an error of nodemailer. Only a reply to RCPT about the mailbox is the recipient's fault. */
export function mailFaultOf(error: unknown): MailFault {
  const { code, command, response = "", message } = read(error);
  // nodemailer refuses a malformed address itself.
  if (command === "API" && code === "EENVELOPE") return /sender/i.test(message) ? "server" : "recipient";
  if (code === "EMESSAGE" && response === "") return "message";
  if ((command !== "RCPT TO" && command !== "DATA") || response === "" || response.startsWith("421"))
    return "server";
  if (SENDER.test(response)) return "sender";
  return command === "RCPT TO" && response.startsWith("5") && isAboutMailbox(response)
    ? "recipient"
    : "message";
}

/** One line for organisers: what happened, and the mail server's own words. */
export function mailFailureText(error: unknown): string {
  const { code, command, response, message } = read(error);
  if (response === undefined || response === "") return message;
  const said = response
    .replace(/^(\d{3})-/, "$1 ")
    .replaceAll(/\s*\r?\n(?:\d{3}[ -])?(?:\d\.\d{1,3}\.\d{1,3} )?/g, " ")
    .trim();
  if (code === "EAUTH") return `it refuses the sign-in and says "${said}".`;
  if (command === "MAIL FROM") return `it accepts no email from this sender and says "${said}".`;
  const place = mailFaultOf(error) === "recipient" ? "this address" : "an email";
  return `it refused ${place} and says "${said}".`;
}

/** Postfix and others check sender, client and sign-in only when they read RCPT, and limits also after DATA. */
const SENDER =
  /\bsender|\bsending\b|send limit|allowed to send|send ?as ?denied|from address|outgoing|relay|authenticat|smtp auth|\byour (?:account|.{0,20}limit)|\bclient\b|from (?:this|your) ip|(?:dai|hour|month)ly|\bper (?:hour|day|month)|rate limit|throttl|credits/i;

/** RFC 3463: the addresses of mailboxes, and mailboxes that are disabled or full. 1.7, 1.8 and 1.90 are about senders. */
const MAILBOX_STATUS = /^(?:1\.(?:1|2|3|4|6|10)|2\.[12])$/;
/** Microsoft and others use these for mailboxes too: only the text tells. */
const VAGUE_STATUS = /^(?:0\.0|1\.0|4\.1|4\.4|5\.0)$/;
const MAILBOX = /mailbox|\buser|recipient|address|account|domain|\binbox/i;
const UNUSABLE =
  /no such|unknown|unrout?e?able|invalid|not (?:valid|found|local|known)|not exist|n[o']t (?:exist|have)|unavailable|disabled|inactive|\bfull\b|over ?quota|quota exceeded|address rejected/i;

function isAboutMailbox(response: string): boolean {
  const [, status] = /(?:^\d{3}[ -]|#)5\.(\d{1,3}\.\d{1,3})(?![\d.])/m.exec(response) ?? [];
  if (status !== undefined && !VAGUE_STATUS.test(status))
    return MAILBOX_STATUS.test(status) && !/at a rate|too (?:quickly|fast|many)/i.test(response);
  return MAILBOX.test(response) && UNUSABLE.test(response);
}

interface Failure {
  message: string;
  code?: string;
  /** What the server answered, e.g. "RCPT TO"; "API" for a check of nodemailer. */
  command?: string;
  /** The whole reply. */
  response?: string;
}

function read(error: unknown): Failure {
  return error instanceof Error ? (error as Failure) : { message: String(error) };
}

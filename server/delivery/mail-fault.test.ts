/** Replies of mail servers as their documentation and servers word them, and who can mend each. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type MailFault, mailFailureText, mailFaultOf } from "./mail-fault.ts";

type Command = "AUTH PLAIN" | "MAIL FROM" | "RCPT TO" | "DATA";

// biome-ignore format: one reply a line
const REPLIES: readonly (readonly [server: string, command: Command, reply: string, fault: MailFault])[] = [
  // The mailbox.
  ["Postfix", "RCPT TO", "550 5.1.1 <a@b.c>: Recipient address rejected: User unknown in virtual mailbox table", "recipient"],
  ["Google", "RCPT TO", "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address\n550 5.1.1 https://support.google.com/mail/?p=NoSuchUser x - gsmtp", "recipient"],
  ["Google", "RCPT TO", "550 5.2.1 The email account that you tried to reach is inactive.", "recipient"],
  ["Google", "RCPT TO", "552 5.2.2 The recipient's inbox is out of storage space.", "recipient"],
  ["Microsoft", "RCPT TO", "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", "recipient"],
  ["Microsoft", "RCPT TO", "550 5.4.1 Recipient address rejected: Access denied. [x.prod.protection.outlook.com]", "recipient"],
  ["Outlook.com", "RCPT TO", "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).", "recipient"],
  ["Exim", "RCPT TO", "550 No Such User Here", "recipient"],
  ["Exim", "RCPT TO", "550 Unrouteable address", "recipient"],
  ["qmail", "RCPT TO", "550 sorry, no mailbox here by that name (#5.1.1)", "recipient"],
  ["IONOS", "RCPT TO", "550 Requested action not taken: mailbox unavailable", "recipient"],
  ["Yahoo", "RCPT TO", "552 1 Requested mail action aborted, mailbox not found", "recipient"],
  ["Amazon SES", "RCPT TO", "501 Invalid RCPT TO address provided", "recipient"],
  ["a full mailbox", "RCPT TO", "552 Mailbox quota exceeded", "recipient"],
  ["a domain without mail", "RCPT TO", "556 5.1.10 Recipient address has null MX", "recipient"],
  ["a domain that does not exist", "RCPT TO", "550 5.4.4 Invalid domain name", "recipient"],
  // The sender, before an email is offered.
  ["Google", "MAIL FROM", "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail - gsmtp", "server"],
  ["Microsoft", "MAIL FROM", "530 5.7.57 Client not authenticated to send mail.", "server"],
  ["SendGrid", "MAIL FROM", "550 Unauthenticated senders not allowed", "server"],
  ["IONOS", "MAIL FROM", "550 Requested action not taken: mailbox unavailable", "server"],
  ["Brevo", "MAIL FROM", "502 5.7.0 Your SMTP account is not yet activated", "server"],
  ["Postfix", "MAIL FROM", "550 5.1.1 <club@b.c>: User unknown", "server"],
  ["Google", "AUTH PLAIN", "535-5.7.8 Username and Password not accepted.\n535 5.7.8 x - gsmtp", "server"],
  ["SendGrid", "AUTH PLAIN", "451 Authentication failed: Maximum credits exceeded", "server"],
  ["any server that closes", "RCPT TO", "421 4.7.0 Too many errors, closing connection", "server"],
  // The sender, when an email is offered.
  ["Google", "RCPT TO", "550 5.4.5 Daily SMTP relay limit exceeded for customer.", "sender"],
  ["Google", "DATA", "550-5.4.5 Daily user sending limit exceeded.\n550 5.4.5 x - gsmtp", "sender"],
  ["Outlook.com", "RCPT TO", "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients", "sender"],
  ["Microsoft", "RCPT TO", "550 5.1.8 Access denied, bad outbound sender AS(42004)", "sender"],
  ["Microsoft", "RCPT TO", "550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.", "sender"],
  ["Microsoft", "DATA", "554 5.2.252 SendAsDenied; club@b.c not allowed to send as news@b.c", "sender"],
  ["Microsoft", "DATA", "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded", "sender"],
  ["Postfix", "RCPT TO", "554 5.7.1 <a@b.c>: Relay access denied", "sender"],
  ["Postfix", "RCPT TO", "550 5.1.0 <club@b.c>: Sender address rejected: User unknown in virtual mailbox table", "sender"],
  ["Postfix", "RCPT TO", "553 5.7.1 <club@b.c>: Sender address rejected: not owned by user x", "sender"],
  ["Postfix", "RCPT TO", "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", "sender"],
  ["Exim", "RCPT TO", "550 relay not permitted", "sender"],
  ["Exim", "RCPT TO", "550-Verification failed for <club@b.c>\n550-No Such User Here\n550 Sender verify failed", "sender"],
  ["cPanel", "RCPT TO", "550-Please turn on SMTP Authentication in your mail client.\n550 x is not permitted to relay", "sender"],
  ["cPanel", "RCPT TO", "550 Domain b.c has exceeded the max emails per hour (500/500 (100%)) allowed.", "sender"],
  ["qmail", "RCPT TO", "553 sorry, that domain isn't in my list of allowed rcpthosts; no relaying (#5.7.1)", "sender"],
  ["Zoho", "RCPT TO", "553 Relaying disallowed as club@b.c", "sender"],
  ["Zoho", "DATA", "550 5.4.6 Unusual sending activity detected. Please try after sometime.", "sender"],
  ["postfwd", "RCPT TO", "554 5.7.1 Number of recipients per hour exceeded", "sender"],
  ["DirectAdmin", "RCPT TO", "550 You (club) have reached your message limit", "sender"],
  ["IONOS", "RCPT TO", "450-Requested mail action not taken: mailbox unavailable\n450 Mail send limit exceeded.", "sender"],
  ["Microsoft", "RCPT TO", "550 5.7.233 Your message can't be sent because your tenant exceeded its daily limit", "sender"],
  ["Amazon SES", "DATA", "454 Throttling failure: Daily message quota exceeded.", "sender"],
  ["Mailgun", "DATA", "554 Domain b.c is not allowed to send: The domain is unverified", "sender"],
  // This email, now.
  ["greylisting", "RCPT TO", "450 4.7.1 <a@b.c>: Recipient address rejected: Greylisted", "message"],
  ["Google", "RCPT TO", "450 4.2.1 The user you are trying to contact is receiving mail too quickly.", "message"],
  ["Google", "RCPT TO", "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages", "message"],
  ["Microsoft", "RCPT TO", "432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded", "message"],
  ["Forpsi", "RCPT TO", "550 5.1.0 cNkj1y policy violation, see https://support.forpsi.com/kb/a4081", "message"],
  ["a full mailbox, for now", "RCPT TO", "452 4.2.2 The email account that you tried to reach is over quota.", "message"],
  ["a domain that cannot be looked up", "RCPT TO", "450 4.1.2 <a@b.c>: Recipient address rejected: Domain not found", "message"],
  ["a policy", "RCPT TO", "550 5.7.1 Message rejected by the policy of the organisation", "message"],
  ["a reply without a reason", "RCPT TO", "550 Administrative prohibition", "message"],
  ["a content filter", "DATA", "554 5.7.1 Message rejected under suspicion of SPAM", "message"],
  ["a mailbox after DATA", "DATA", "550 5.1.1 User unknown", "message"],
];

/** As nodemailer makes it of a reply. */
function refusal(command: Command, response: string): Error {
  const code = command.startsWith("AUTH") ? "EAUTH" : "EENVELOPE";
  return Object.assign(new Error(`Failed: ${response}`), { code, command, response });
}

it.each(REPLIES)("%s answers %s with %j: %s", (_server, command, reply, fault) => {
  expect(mailFaultOf(refusal(command, reply))).toBe(fault);
});

it.each([
  ["Invalid recipient", { code: "EENVELOPE", command: "API" }, "recipient"],
  ["Invalid sender", { code: "EENVELOPE", command: "API" }, "server"],
  ["Message size larger than allowed 10", { code: "EMESSAGE", command: "MAIL FROM" }, "message"],
  ["connect ECONNREFUSED", { code: "ESOCKET", command: "CONN" }, "server"],
  ["The operation was aborted", { name: "AbortError" }, "server"],
])("says for the error %j of nodemailer whose it is", (message, fields, fault) => {
  expect(mailFaultOf(Object.assign(new Error(message), fields))).toBe(fault);
});

it("tells organisers what was refused in the server's words", () => {
  const quota = refusal("MAIL FROM", "550-5.4.5 Daily user sending limit exceeded.\r\n550 5.4.5 x - gsmtp");
  expect(mailFailureText(quota)).toBe(
    'it accepts no email from this sender and says "550 5.4.5 Daily user sending limit exceeded. x - gsmtp".',
  );
  expect(mailFailureText(refusal("AUTH PLAIN", "535 5.7.8 No"))).toBe(
    'it refuses the sign-in and says "535 5.7.8 No".',
  );
  expect(mailFailureText(new Error("connect ECONNREFUSED"))).toBe("connect ECONNREFUSED");
});

it("is the same for edge functions", () => {
  const codeOf = (path: string) => readFileSync(path, "utf8").replace(/^\/\*\*.*?\*\/\n/s, "");
  expect(codeOf("supabase/functions/send-messages/mail-fault.ts")).toBe(
    codeOf("server/delivery/mail-fault.ts"),
  );
});

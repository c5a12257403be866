/** Sends email. `delivers` is false for the outbox, which only the host's owner can read. */
export interface MailCarrier {
  readonly delivers: boolean;
  /**
   * Resolves when the server has accepted the message; a queue resolves when it has stored the message, unless the caller
   * `waits` for the first attempt. Throws RefusedError if no later attempt can succeed.
   */
  send(mail: Mail, waits?: boolean): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export type Channel = "sms" | "whatsapp";

export interface Sms {
  /** E.164 with its plus. */
  to: string;
  body: string;
  channel?: Channel;
}

/** Sends SMS, as MailCarrier sends email. */
export interface SmsCarrier {
  readonly delivers: boolean;
  readonly channels: readonly Channel[];
  send(sms: Sms, waits?: boolean): Promise<void>;
}

/** The recipient cannot receive the message, e.g. because there is no such mailbox: no later attempt can succeed. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

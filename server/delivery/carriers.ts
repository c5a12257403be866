/** Sends email. `delivers` is false for the outbox, which only the host's owner can read. */
export interface MailCarrier {
  readonly delivers: boolean;
  /** Resolves when the server has accepted the message. Throws if it refuses. */
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export type Channel = "sms" | "whatsapp";

/** Sends SMS. `to` is E.164 with its plus. */
export interface SmsCarrier {
  readonly delivers: boolean;
  readonly channels: readonly Channel[];
  send(text: { to: string; body: string; channel?: Channel }): Promise<void>;
}

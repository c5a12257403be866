/** What carries a mail. `delivers` is false for the outbox: nobody but the host's owner sees what lands there. */
export interface MailCarrier {
  readonly delivers: boolean;
  /** Resolves when the message was handed over. Throws when it was refused. */
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export type Channel = "sms" | "whatsapp";

/** What carries a text message. `to` is E.164 with its plus. */
export interface SmsCarrier {
  readonly delivers: boolean;
  readonly channels: readonly Channel[];
  send(text: { to: string; body: string; channel?: Channel }): Promise<void>;
}

import type { Config } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import type { MailCarrier, SmsCarrier } from "./carriers.ts";
import { createOutbox } from "./outbox.ts";
import { createSmtpCarrier, type SmtpCarrier, smtpFromUrl, smtpToUrl } from "./smtp.ts";
import { createTwilioCarrier } from "./twilio.ts";

export interface Carriers {
  mail: MailCarrier;
  sms: SmsCarrier;
  /** The mail server as one URL; null if emails go to the outbox. */
  smtpUrl: string | null;
  /** The carrier of the mail server; null if emails go to the outbox. */
  mailServer: SmtpCarrier | null;
  /** Closes pooled connections. */
  close(): void;
}

/**
 * Chooses SMTP if `smtpUrl` or auth.email.smtp is set, Twilio if auth.sms.twilio is enabled, and the outbox otherwise.
 * Throws if the URL is invalid.
 */
export function chooseCarriers(config: Config, database: Database, smtpUrl?: string): Carriers {
  const outbox = createOutbox(database);
  const { smtp } = config.auth.email;
  const { twilio } = config.auth.sms;
  const settings = smtpUrl
    ? smtpFromUrl(smtpUrl)
    : smtp?.enabled
      ? { ...smtp, from: smtp.sender_name ? `${smtp.sender_name} <${smtp.admin_email}>` : smtp.admin_email }
      : null;
  const server = settings && createSmtpCarrier(settings);
  return {
    mail: server ?? outbox.mail,
    sms: twilio?.enabled ? createTwilioCarrier(twilio) : outbox.text,
    smtpUrl: settings && smtpToUrl(settings),
    mailServer: server,
    close: () => server?.close(),
  };
}

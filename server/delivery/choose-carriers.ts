import type { Config } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import type { MailCarrier, SmsCarrier } from "./carriers.ts";
import { createOutbox } from "./outbox.ts";
import { createSmtpCarrier, smtpFromUrl, smtpToUrl } from "./smtp.ts";
import { createTwilioCarrier } from "./twilio.ts";

export interface Carriers {
  mail: MailCarrier;
  sms: SmsCarrier;
  /** The mail server, as one URL; null where mails land in the outbox. */
  smtpUrl: string | null;
  /** Lets go of kept connections. */
  close(): void;
}

/**
 * SMTP where `smtpUrl` or auth.email.smtp says so, Twilio where auth.sms.twilio is enabled; the outbox for what is
 * left. Throws when the URL cannot be read.
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
    close: () => server?.close(),
  };
}

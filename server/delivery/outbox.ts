import type { Database } from "../database/database.ts";
import type { MailCarrier, SmsCarrier } from "./carriers.ts";

export interface OutboxMessage {
  id: number;
  created_at: string;
  kind: "mail" | "text";
  recipient: string;
  subject: string;
  html: string;
  body: string;
}

/** Only the newest messages are kept, so that a long-running demo does not grow. */
const MAX_KEPT = 1000;

/** Carriers that store messages in `host.outbox` instead of sending them. */
export function createOutbox(database: Database): { mail: MailCarrier; text: SmsCarrier } {
  async function keep(kind: OutboxMessage["kind"], to: string, subject: string, html: string, body: string) {
    await database.run(null, [
      {
        text: "insert into host.outbox (kind, recipient, subject, html, body) values ($1, $2, $3, $4, $5)",
        params: [kind, to, subject, html, body],
      },
      {
        text: `delete from host.outbox where id <= (select max(id) from host.outbox) - ${MAX_KEPT}`,
      },
    ]);
  }
  return {
    mail: { delivers: false, send: ({ to, subject, html, text }) => keep("mail", to, subject, html, text) },
    text: { delivers: false, channels: ["sms"], send: ({ to, body }) => keep("text", to, "", "", body) },
  };
}

/** The newest messages first. `recipient` selects one address or number. */
export function readOutbox(
  database: Database,
  recipient: string | null,
  limit = 200,
): Promise<OutboxMessage[]> {
  return database.query<OutboxMessage>(
    `select id::int, host.rfc3339(created_at) as created_at, kind, recipient, subject, html, body
     from host.outbox where $1::text is null or recipient = $1::text order by id desc limit $2::int`,
    [recipient, String(limit)],
  );
}

import { z } from "zod";
import type { Database } from "../../database/database.ts";
import type { Broadcast } from "../relay-messages.ts";

/** Realtime's limit. Source: supabase/realtime, lib/realtime/messages.ex. */
const MAX_MESSAGES = 25;

/** Unix milliseconds, and the number of latest messages. */
export const replayOptions = z.object({
  since: z.int().min(0).default(0),
  limit: z
    .int()
    .default(MAX_MESSAGES)
    .transform((limit) => Math.min(Math.max(limit, 1), MAX_MESSAGES)),
});
export type ReplayOptions = z.infer<typeof replayOptions>;

/**
 * The broadcasts that SQL has sent to a private topic since then, oldest first, in the form in which channels received
 * them.
 */
export async function readReplay(
  database: Database,
  topic: string,
  { since, limit }: ReplayOptions,
): Promise<Pick<Broadcast, "event" | "message" | "binary">[]> {
  const rows = await database.query<{ id: string; event: string; payload: unknown; binary: string | null }>(
    `select id, event, payload, encode(binary_payload, 'base64') as binary from realtime.messages
     where topic = $1 and private and extension = 'broadcast' and event is not null
       and inserted_at >= to_timestamp($2::float8 / 1000)::timestamp
     order by inserted_at desc limit $3::int`,
    [topic, String(since), String(limit)],
  );
  return rows.reverse().map(({ id, event, payload, binary }) => {
    const message = { type: "broadcast", event, meta: { id, replayed: true } };
    return binary === null ? { event, message: { ...message, payload } } : { event, message, binary };
  });
}

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { sameKey } from "../gateway/keys.ts";
import type { MailCarrier } from "./carriers.ts";

const emailSchema = z.object({ to: z.email(), subject: z.string(), text: z.string(), html: z.string() });
const MAX_BYTES = 100_000;

/**
 * `POST /outbox` { to, subject, text, html }: stores an email of the project's functions in the outbox, if the host has
 * no mail server. Requires the secret key as bearer token. Returns 204, 401 for another key, 400 for an invalid
 * message.
 */
export function createOutboxEndpoint({ mail, secretKey }: { mail: MailCarrier; secretKey: string }): Hono {
  const app = new Hono();
  app.post("/outbox", bodyLimit({ maxSize: MAX_BYTES }), async (c) => {
    const key = c.req.header("authorization")?.replace(/^Bearer /, "") ?? "";
    if (!sameKey(key, secretKey)) return c.json({ message: "The secret key is required" }, 401);
    const parsed = emailSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ message: "Not a valid email message" }, 400);
    await mail.send(parsed.data);
    return c.body(null, 204);
  });
  return app;
}

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import type { Caller } from "../../database/database.ts";
import { limitedAddress, peerOf } from "../../gateway/address.ts";
import { parseJson } from "../../gateway/bodies/json.ts";
import { callerOf, type GatewayDeps } from "../../gateway/caller.ts";
import { cors } from "../../gateway/cors.ts";
import { GatewayError } from "../../gateway/errors.ts";
import { requestIdOf } from "../../gateway/request-ids.ts";
import { securityHeaders } from "../../gateway/security-headers.ts";
import { type AuthorizationDeps, canWrite } from "../channels/authorization.ts";
import { LIMITS, RateLimit } from "../limits.ts";
import type { Broadcast } from "../relay-messages.ts";
import type { Broadcasts } from "./broadcasts.ts";

export interface BroadcastEndpointDeps extends AuthorizationDeps {
  gateway: GatewayDeps;
  broadcasts: Broadcasts;
}

/** PostgreSQL's text cannot contain NUL, and the policies read the topic. */
const name = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes("\0"));
const batch = z.object({
  messages: z.array(
    z.object({
      topic: name,
      event: name,
      payload: z.record(z.string(), z.unknown()),
      private: z.boolean().nullish(),
      id: z.string().max(255).nullish(),
    }),
  ),
});

/** The number of addresses whose rate is tracked. Beyond it all rates are reset. */
const MAX_TRACKED_ADDRESSES = 10_000;

/**
 * POST /realtime/v1/api/broadcast takes several messages as JSON; POST .../broadcast/<topic>/events/<event> takes one,
 * as JSON or bytes. Both return 202. If the policies of a private topic refuse the caller, a batch drops the message
 * silently and a single message returns 403. Source: supabase/realtime, lib/realtime/tenants/batch_broadcast.ex and
 * single_broadcast.ex.
 */
export function createBroadcastEndpoint(deps: BroadcastEndpointDeps): Hono {
  const rates = new Map<string, RateLimit>();
  const app = new Hono().basePath("/realtime/v1/api/broadcast");
  app.use(cors());
  app.use(securityHeaders());
  app.use(bodyLimit({ maxSize: LIMITS.post, onError: (c) => c.json({ message: "Payload Too Large" }, 413) }));
  app.onError((error, c) => {
    if (error instanceof GatewayError) return c.json({ message: error.message }, error.status);
    deps.log("realtime broadcast", error, requestIdOf(c.env));
    return c.json({ message: "Internal Server Error" }, 500);
  });

  const post = async (c: Context, caller: Caller, broadcasts: readonly Broadcast[], several: boolean) => {
    const address = limitedAddress(deps.gateway.address(c.req.raw.headers, peerOf(c.env)));
    const refusal = rateLimitError(rates, address, broadcasts.length);
    if (refusal) return c.json({ message: refusal }, 429);
    if (broadcasts.some(isTooLarge)) return c.json({ message: "Payload size exceeded" }, 422);
    const closed = await forbiddenTopics(deps, caller, broadcasts);
    const open = broadcasts.filter(({ topic }) => !(topic.private && closed.has(topic.name)));
    for (const broadcast of open) deps.broadcasts.send(broadcast, null);
    return open.length > 0 || several ? c.body("", 202) : c.json({ message: "Unauthorized" }, 403);
  };

  app.post("/", async (c) => {
    const caller = await callerOrNull(c, deps.gateway);
    if (!caller) return c.json({ message: "No API key found in request" }, 401);
    const parsed = batch.safeParse(await jsonOf(c));
    if (!parsed.success) return c.json({ errors: errorsOf(parsed.error) }, 422);
    const broadcasts = parsed.data.messages.map(({ topic, event, payload, private: closed, id }) => ({
      topic: { name: topic, private: closed ?? false },
      event,
      message: { type: "broadcast", event, payload, ...(id ? { meta: { id } } : {}) },
    }));
    return post(c, caller, broadcasts, true);
  });

  app.post("/:topic/events/:event", async (c) => {
    const caller = await callerOrNull(c, deps.gateway);
    if (!caller) return c.json({ message: "No API key found in request" }, 401);
    const [topic, event] = [name.safeParse(c.req.param("topic")), name.safeParse(c.req.param("event"))];
    if (!topic.success || !event.success) return c.json({ errors: { topic: ["is invalid"] } }, 422);
    const body = await bodyOf(c);
    if (!body) return c.json({ message: "Unsupported Media Type" }, 415);
    const envelope = { type: "broadcast", event: event.data };
    const broadcast: Broadcast = {
      topic: { name: topic.data, private: c.req.query("private") === "true" },
      event: event.data,
      ...("binary" in body
        ? { message: envelope, binary: body.binary }
        : { message: { ...envelope, payload: body.payload } }),
    };
    return post(c, caller, [broadcast], false);
  });
  return app;
}

/** Null without any credential. Throws GatewayError for an invalid one. */
async function callerOrNull(c: Context, gateway: GatewayDeps): Promise<Caller | null> {
  const known = c.req.header("authorization") ?? c.req.header("apikey") ?? c.req.query("apikey");
  return known === undefined ? null : callerOf(c.req.raw, gateway, c.env);
}

/** Null for other types than JSON and bytes, and for invalid JSON. */
async function bodyOf(c: Context): Promise<{ payload: unknown } | { binary: string } | null> {
  const type = c.req.header("content-type") ?? "";
  if (type.startsWith("application/octet-stream"))
    return { binary: Buffer.from(await c.req.arrayBuffer()).toString("base64") };
  if (!type.startsWith("application/json")) return null;
  const payload = await jsonOf(c);
  return payload === undefined ? null : { payload };
}

/** `undefined` for invalid JSON. */
async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function rateLimitError(rates: Map<string, RateLimit>, address: string, messages: number): string | null {
  if (rates.size >= MAX_TRACKED_ADDRESSES) rates.clear();
  const rate = rates.get(address) ?? new RateLimit(LIMITS.postedPerSecond);
  rates.set(address, rate);
  if (messages > LIMITS.postedPerSecond)
    return "Too many messages to broadcast, please reduce the batch size";
  return rate.take(messages) ? null : "You have exceeded your rate limit";
}

function isTooLarge({ message, binary }: Broadcast): boolean {
  return Buffer.byteLength(binary ?? JSON.stringify(message)) > LIMITS.payload;
}

/** The private topics of a batch that the caller may not broadcast to. Checks each topic once. */
async function forbiddenTopics(
  asking: AuthorizationDeps,
  caller: Caller,
  broadcasts: readonly Broadcast[],
): Promise<ReadonlySet<string>> {
  const privateTopics = new Set(
    broadcasts.filter(({ topic }) => topic.private).map(({ topic }) => topic.name),
  );
  const closed = new Set<string>();
  for (const topic of privateTopics)
    if (!(await canWrite(asking, caller, topic, "broadcast"))) closed.add(topic);
  return closed;
}

/** Errors by field, in the form of Ecto's changesets. */
function errorsOf(error: z.ZodError): Record<string, string[]> {
  const wrong: Record<string, string[]> = {};
  for (const { path, code } of error.issues)
    wrong[path.join(".") || "messages"] = [code === "invalid_type" ? "can't be blank" : "is invalid"];
  return wrong;
}

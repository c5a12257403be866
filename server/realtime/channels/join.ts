import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Caller } from "../../database/database.ts";
import { credentialClaims, type GatewayDeps, roleOf } from "../../gateway/caller.ts";
import { GatewayError } from "../../gateway/errors.ts";
import { type Binding, parseBindings } from "../changes/bindings.ts";
import { arePatternsValid } from "../changes/patterns.ts";
import type { Message, Version } from "../protocol.ts";
import { Access, type AuthorizationDeps, canRead } from "./authorization.ts";
import type { ChannelSettings } from "./channel.ts";
import { replayOptions } from "./replay.ts";

/** Why a join or a channel is refused, with Realtime's code and message. */
export class JoinError extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly code: string,
    readonly reason: string,
  ) {
    super(`${code}: ${reason}`);
  }
}

const joinConfig = z.object({
  postgres_changes: z.unknown().optional(),
  private: z.boolean().nullish(),
  broadcast: z
    .object({
      self: z.boolean().default(false),
      ack: z.boolean().default(false),
      replication_ready: z.boolean().default(false),
      replay: replayOptions.nullish(),
    })
    .nullish(),
  presence: z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() }).nullish(),
});

interface JoinDeps extends AuthorizationDeps {
  gateway: Pick<GatewayDeps, "keys" | "tokens">;
}

/** Validates a join and authorises its caller. `size` is the size of the frame in bytes. Throws JoinError. */
export async function readJoin(
  { topic, joinRef, payload }: Message,
  size: number,
  version: Version,
  key: string | null,
  deps: JoinDeps,
): Promise<ChannelSettings> {
  // PostgreSQL's text cannot contain NUL, and the policies read the topic.
  if (topic.includes("\0")) throw new JoinError("InvalidJoinPayload", "Invalid topic");
  const config = joinConfig.safeParse(payload.config ?? {});
  const bindings: Binding[] | null = config.success ? parseBindings(config.data.postgres_changes) : null;
  if (!config.success || !bindings) throw new JoinError("InvalidJoinPayload", "Invalid join configuration");
  if (config.data.broadcast?.replay && !config.data.private)
    throw new JoinError("UnableToReplayMessages", "Replay is not allowed for public channels");
  const caller = await channelCaller(payload.access_token, key, deps);
  if (!(await arePatternsValid(deps.database, bindings)))
    throw new JoinError("InvalidJoinPayload", "A filter has an invalid pattern");
  const address = { name: topic.replace(/^realtime:/, ""), private: config.data.private ?? false };
  const { broadcast, presence } = config.data;
  return {
    topic,
    private: address.private,
    size,
    joinRef,
    version,
    bindings,
    caller,
    access: await authoriseChannel(deps, caller, address),
    broadcast: broadcast ?? { self: false, ack: false, replication_ready: false },
    presence: { key: presence?.key || randomUUID(), enabled: presence?.enabled ?? true },
  };
}

/** Throws JoinError if the policies let the caller read nothing of a private topic. */
export async function authoriseChannel(
  asking: AuthorizationDeps,
  caller: Caller,
  topic: { name: string; private: boolean },
): Promise<Access> {
  if (!topic.private) return new Access(null, topic.name, { broadcast: true, presence: true });
  const read = await canRead(asking, caller, topic.name);
  if (!read.broadcast && !read.presence) {
    const words = `You do not have permissions to read from this Channel topic: ${topic.name}`;
    throw new JoinError("Unauthorized", words);
  }
  return new Access(asking, topic.name, read);
}

/** The caller of a token, or of the key in the socket's URL if there is no token. Throws JoinError. */
export async function channelCaller(
  token: unknown,
  key: string | null,
  { gateway }: Pick<JoinDeps, "gateway">,
): Promise<Caller> {
  const credential = typeof token === "string" && token !== "" ? token : key;
  if (credential === null) return { role: "anon", claims: { role: "anon" } };
  try {
    const claims = await credentialClaims(credential, gateway);
    return { role: roleOf(claims), claims };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === "token_expired") throw new JoinError("InvalidJWTToken", "Token has expired");
    throw new JoinError("JwtSignatureError", "Failed to validate JWT signature");
  }
}

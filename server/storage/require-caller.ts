/** The caller of a request. Every request needs a key or a token, except reads of public buckets. */
import type { Caller } from "../database/database.ts";
import { callerOf } from "../gateway/caller.ts";
import { GatewayError } from "../gateway/errors.ts";
import type { StorageContext, StorageDeps } from "./endpoint.ts";
import { StorageError } from "./errors.ts";

/** Throws invalid_input, in Supabase Storage's words, if the request has neither a token nor a key. */
export function requireCredential(c: StorageContext): void {
  const given = c.req.header("authorization") ?? c.req.header("apikey") ?? c.req.query("apikey");
  if (!given) throw new StorageError("invalid_input", "headers must have required property 'authorization'");
}

/** Throws invalid_input without a credential, or GatewayError. */
export async function requireCaller(c: StorageContext, { gateway }: StorageDeps): Promise<Caller> {
  requireCredential(c);
  const caller = await callerOf(c.req.raw, gateway, c.env);
  c.set("caller", caller);
  return caller;
}

/** Null without a key or with an invalid one, for requests that a public bucket may still answer. */
export async function callerOrNull(c: StorageContext, deps: StorageDeps): Promise<Caller | null> {
  try {
    return await requireCaller(c, deps);
  } catch (error) {
    if (error instanceof StorageError || error instanceof GatewayError) return null;
    throw error;
  }
}

/** The owner of an object or bucket that this caller creates. */
export function ownerOf(caller: Caller): string | null {
  return typeof caller.claims.sub === "string" ? caller.claims.sub : null;
}

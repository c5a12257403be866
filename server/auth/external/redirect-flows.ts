import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import { AuthError } from "../errors.ts";
import type { Challenge } from "../sessions/pkce.ts";

/** How long a sign-in by redirect may take, GoTrue's default of External.FlowStateExpiryDuration. */
const EXPIRY_SECONDS = 300;

/** A sign-in by redirect that waits for the provider's callback. */
export interface RedirectFlow {
  /** Also the `state` of the request to the provider. */
  id: string;
  provider: string;
  /** Where the browser goes afterwards. Was checked when the flow started. */
  redirectTo: string;
  /** The account to which a signed-in user links an identity. */
  linkingTarget: string | null;
  /** The hash of the invitation's token that the sign-in accepts. */
  invitation: string | null;
  /** True if the client sent a code challenge, so that only that client can finish the flow. */
  isPkce: boolean;
}

export interface NewRedirectFlow {
  provider: string;
  redirectTo: string;
  linkingTarget: string | null;
  invitation: string | null;
  challenge: Challenge | null;
  /** The code verifier of this host's own PKCE with the provider. */
  verifier: string;
}

/** Stores a new flow and returns its id. */
export async function startRedirectFlow(tx: Queryable, flow: NewRedirectFlow): Promise<string> {
  const id = randomUUID();
  const client = randomUUID();
  await tx.query(
    `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
     values ($1::uuid, $2, $3, clock_timestamp())`,
    [client, flow.provider, flow.verifier],
  );
  await tx.query(
    `insert into auth.flow_state (id, code_challenge, code_challenge_method, provider_type, authentication_method,
       referrer, oauth_client_state_id, linking_target_id, invite_token, created_at, updated_at)
     values ($1::uuid, $2, $3::auth.code_challenge_method, $4, 'oauth', $5, $6::uuid, $7::uuid, $8,
       clock_timestamp(), clock_timestamp())`,
    [
      id,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.provider,
      flow.redirectTo,
      client,
      flow.linkingTarget,
      flow.invitation,
    ],
  );
  return id;
}

/** Finds the flow of a callback. Throws bad_oauth_callback, bad_oauth_state or flow_state_already_used (400). */
export async function findRedirectFlow(db: Queryable, state: string): Promise<RedirectFlow> {
  if (state === "") throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  if (!z.uuid().safeParse(state).success) {
    throw new AuthError(400, "bad_oauth_state", "OAuth state parameter is invalid");
  }
  const [flow] = await db.query<RedirectFlow & { expired: boolean; used: boolean }>(
    `select id::text, provider_type as provider, referrer as "redirectTo", linking_target_id::text as "linkingTarget",
       invite_token as invitation, code_challenge is not null as "isPkce", user_id is not null as used,
       created_at < clock_timestamp() - make_interval(secs => $2::float8) as expired
     from auth.flow_state where id = $1::uuid and authentication_method = 'oauth' and referrer is not null`,
    [state, String(EXPIRY_SECONDS)],
  );
  if (!flow) throw new AuthError(400, "bad_oauth_state", "OAuth state not found or expired");
  if (flow.used) throw new AuthError(400, "flow_state_already_used", "State has already been used");
  if (flow.expired) throw new AuthError(400, "bad_oauth_state", "OAuth state has expired");
  return flow;
}

/**
 * Uses up a flow's single callback and returns the code verifier. Concurrent callbacks wait for each other. Throws
 * oauth_client_state_not_found (422) for a second callback.
 */
export async function claimRedirectFlow(db: Queryable, { id }: RedirectFlow): Promise<string> {
  const [claimed] = await db.query<{ verifier: string }>(
    `delete from auth.oauth_client_states as c using auth.flow_state as f
     where f.id = $1::uuid and c.id = f.oauth_client_state_id and c.provider_type = f.provider_type
     returning c.code_verifier as verifier`,
    [id],
  );
  if (!claimed) throw new AuthError(422, "oauth_client_state_not_found", "OAuth state not found");
  return claimed.verifier;
}

/** Deletes a flow that has ended without an authorization code. */
export async function endRedirectFlow(db: Queryable, { id }: RedirectFlow): Promise<void> {
  await db.query("delete from auth.flow_state where id = $1::uuid", [id]);
}

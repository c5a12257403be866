/** Sign-ins by redirect that wait for a callback, against the database's clock. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { SITE, useAuthHost } from "../auth-host.fixture.ts";
import { AUTH_ROLE } from "../deps.ts";
import { issueExternalAuthCode } from "../sessions/pkce.ts";
import { claimRedirectFlow, findRedirectFlow, startRedirectFlow } from "./redirect-flows.ts";

const host = useAuthHost();
const VERIFIER = "a".repeat(43);
const CHALLENGE = {
  challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  method: "s256",
} as const;

const start = () =>
  host().database.transaction(AUTH_ROLE, (tx) =>
    startRedirectFlow(tx, {
      provider: "keycloak",
      redirectTo: `${SITE}/auth`,
      linkingTarget: null,
      invitation: null,
      challenge: CHALLENGE,
      verifier: "of this host",
    }),
  );
const age = (column: string, id: string) =>
  host().database.query(
    `update auth.flow_state set ${column} = ${column} - interval '301 seconds' where id = $1::uuid`,
    [id],
  );

test("refuses a callback after five minutes", async () => {
  const id = await start();
  await age("created_at", id);
  const response = await host().fetch(`/auth/v1/callback?state=${id}&code=x`);
  expect(response.status).toBe(303);
  const target = new URL(response.headers.get("location") ?? "");
  expect(target.origin).toBe(SITE);
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    error: "invalid_request",
    error_code: "bad_oauth_state",
    error_description: "OAuth state has expired",
  });
});

test("gives the verifier to one of two concurrent callbacks", async () => {
  const { database } = host();
  const flow = await findRedirectFlow(database, await start());
  const claims = [1, 2].map(() => database.transaction(AUTH_ROLE, (tx) => claimRedirectFlow(tx, flow)));
  const outcomes = await Promise.allSettled(claims);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("stores the provider's tokens encrypted, and no authorization code", async () => {
  const { database } = host();
  await host().ada();
  const [ada] = await database.query<{ id: string }>("select id::text from auth.users");
  const id = await start();
  const tokens = { access: "provider access", refresh: "provider refresh" };
  const code = await database.transaction(AUTH_ROLE, (tx) =>
    issueExternalAuthCode(tx, id, ada?.id ?? "", tokens),
  );
  const stored = JSON.stringify(await database.query("select * from auth.flow_state"));
  for (const secret of [code, tokens.access, tokens.refresh]) expect(stored).not.toContain(secret);
  const { body } = await host().post("/auth/v1/token?grant_type=pkce", {
    auth_code: code,
    code_verifier: VERIFIER,
  });
  expect(body).toMatchObject({ provider_token: tokens.access, provider_refresh_token: tokens.refresh });
  expect(await database.query("select id from auth.flow_state")).toEqual([]);
});

test("refuses an authorization code after five minutes", async () => {
  const { database } = host();
  await host().ada();
  const [ada] = await database.query<{ id: string }>("select id::text from auth.users");
  const id = await start();
  const code = await database.transaction(AUTH_ROLE, (tx) =>
    issueExternalAuthCode(tx, id, ada?.id ?? "", { access: "x", refresh: "" }),
  );
  await age("auth_code_issued_at", id);
  const { status, body } = await host().post("/auth/v1/token?grant_type=pkce", {
    auth_code: code,
    code_verifier: VERIFIER,
  });
  expect([status, body.error_code]).toEqual([403, "flow_state_expired"]);
});

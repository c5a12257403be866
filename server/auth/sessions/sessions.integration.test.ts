import { describe, expect, test } from "vitest";
import { PASSWORD, useAuthHost } from "../auth-host.fixture.ts";

const host = useAuthHost();

async function signUp(email = "ada@club.test") {
  const client = host().client();
  const { data: answer, error } = await client.signUp({ email, password: PASSWORD });
  if (error) throw error;
  return { client, answer };
}

const refresh = (token: unknown) =>
  host().post("/auth/v1/token?grant_type=refresh_token", { refresh_token: token });

/** The number of refresh tokens that are not replaced. */
async function liveTokens(): Promise<number> {
  return (await host().database.query("select 1 from auth.refresh_tokens where not revoked")).length;
}

describe("sessions", () => {
  test("rotate a refresh token, whose successor works", async () => {
    const { client, answer } = await signUp();
    const second = await client.refreshSession();
    expect(second.error).toBeNull();
    expect(second.data.session?.refresh_token).not.toBe(answer.session?.refresh_token);
    expect((await client.refreshSession()).error).toBeNull();
  });

  test("end for good when a used refresh token is presented", async () => {
    host().deps.config.auth.refresh_token_reuse_interval = 0;
    const { answer } = await signUp();
    const first = answer.session?.refresh_token;
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    expect(await refresh(first)).toMatchObject({
      status: 400,
      body: { error_code: "refresh_token_already_used" },
    });
    expect(await refresh(third)).toMatchObject({
      status: 400,
      body: { error_code: "refresh_token_not_found" },
    });
    const user = await host().fetch("/auth/v1/user", {
      headers: { authorization: `Bearer ${answer.session?.access_token}` },
    });
    expect([user.status, await user.json()]).toMatchObject([403, { error_code: "session_not_found" }]);
  });

  test("accept a refresh again if its response was lost", async () => {
    host().deps.config.auth.refresh_token_reuse_interval = 0;
    const { answer } = await signUp();
    const first = answer.session?.refresh_token;
    const lost = await refresh(first);
    const again = await refresh(first);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(lost.body.refresh_token);
    expect((await refresh(again.body.refresh_token)).status).toBe(200);
  });

  test("keep two tabs signed in that refresh at once", async () => {
    const { answer } = await signUp();
    const first = answer.session?.refresh_token;
    const tabs = await Promise.all([refresh(first), refresh(first)]);
    expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = tabs.map(({ body }) => body.refresh_token);
    expect(one).toBe(other);
    expect(await liveTokens()).toBe(1);
  });

  test("return the current token to a tab that is two refreshes behind within the interval", async () => {
    const { answer } = await signUp();
    const first = answer.session?.refresh_token;
    const third = await refresh((await refresh(first)).body.refresh_token);
    expect((await refresh(first)).body.refresh_token).toBe(third.body.refresh_token);
    expect(await liveTokens()).toBe(1);
  });

  test("end when a thief refreshes twice within the interval and the owner later", async () => {
    const { answer } = await signUp();
    const stolen = answer.session?.refresh_token;
    const thief = await refresh(stolen);
    expect((await refresh(stolen)).body.refresh_token).toBe(thief.body.refresh_token);
    const next = await refresh(thief.body.refresh_token);
    await host().database.query(
      "update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'",
    );
    expect((await refresh(stolen)).body.error_code).toBe("refresh_token_already_used");
    expect((await refresh(next.body.refresh_token)).body.error_code).toBe("refresh_token_not_found");
  });

  describe("end", () => {
    const age = (seconds: number) =>
      host().database.query(
        `update auth.sessions set created_at = created_at - make_interval(secs => $1::float8),
           not_after = not_after - make_interval(secs => $1::float8),
           refreshed_at = refreshed_at - make_interval(secs => $1::float8)`,
        [String(seconds)],
      );

    test("at their timebox, however often they are refreshed", async () => {
      host().deps.config.auth.sessions.timebox = 3600;
      const { client, answer } = await signUp();
      await age(3590);
      const next = (await refresh(answer.session?.refresh_token)).body;
      expect(next.access_token).toBeTruthy();
      await age(11);
      expect((await refresh(next.refresh_token)).body).toMatchObject({
        error_code: "session_expired",
        msg: "Invalid Refresh Token: Session Expired",
      });
      expect((await client.getUser()).data.user).toBeNull();
    });

    test("at a timebox that was set after they were opened", async () => {
      const { answer } = await signUp();
      await age(61);
      host().deps.config.auth.sessions.timebox = 60;
      expect((await refresh(answer.session?.refresh_token)).body).toMatchObject({
        error_code: "session_expired",
      });
    });

    test("after the inactivity timeout, which a refresh restarts", async () => {
      host().deps.config.auth.sessions.inactivity_timeout = 60;
      const { answer } = await signUp();
      await age(59);
      const next = (await refresh(answer.session?.refresh_token)).body;
      await age(59);
      const last = (await refresh(next.refresh_token)).body;
      await age(61);
      expect((await refresh(last.refresh_token)).body).toMatchObject({
        error_code: "session_expired",
        msg: "Invalid Refresh Token: Session Expired (Inactivity)",
      });
    });

    test("at the next sign-in if an account may have only one", async () => {
      host().deps.config.auth.sessions.single_per_user = true;
      const { answer } = await signUp();
      const other = host().client();
      const newer = await other.signInWithPassword({ email: "ada@club.test", password: PASSWORD });
      expect((await refresh(answer.session?.refresh_token)).body).toMatchObject({
        error_code: "session_expired",
        msg: "Invalid Refresh Token: Session Expired (Revoked by Newer Login)",
      });
      expect((await refresh(newer.data.session?.refresh_token)).body.access_token).toBeTruthy();
    });
  });

  test("accept a refresh token repeatedly without rotation", async () => {
    host().deps.config.auth.enable_refresh_token_rotation = false;
    host().deps.config.auth.refresh_token_reuse_interval = 0;
    const { answer } = await signUp();
    for (let turn = 1; turn <= 4; turn++) {
      const { status } = await host().post("/auth/v1/token?grant_type=refresh_token", {
        refresh_token: answer.session?.refresh_token,
      });
      expect(status).toBe(200);
    }
  });

  test("are refreshed 30 times in five minutes, and a further try does not count for the address", async () => {
    const limit = 40;
    host().deps.config.auth.rate_limit.token_refresh = limit;
    const { answer } = await signUp();
    const { answer: neighbour } = await signUp("bea@club.test");
    let token: unknown = answer.session?.refresh_token;
    for (let turn = 1; turn <= 30; turn++) {
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      token = body.refresh_token;
    }
    for (let turn = 31; turn <= limit + 1; turn++)
      expect(await refresh(token)).toMatchObject({
        status: 429,
        body: { error_code: "over_request_rate_limit" },
      });
    expect((await refresh(neighbour.session?.refresh_token)).status).toBe(200);
  });

  test("store no usable refresh token in the database", async () => {
    const { answer } = await signUp();
    const rows = await host().database.query<{ token: string }>("select token from auth.refresh_tokens");
    expect(rows.map(({ token }) => token)).not.toContain(answer.session?.refresh_token);
  });

  test.each([
    ["local", [false, true]],
    ["others", [true, false]],
    ["global", [false, false]],
  ] as const)("sign-out with scope %s ends the right sessions", async (scope, [here, there]) => {
    const { client } = await signUp();
    const other = host().client();
    await other.signInWithPassword({ email: "ada@club.test", password: PASSWORD });
    const { data } = await client.getSession();
    const token = data.session?.access_token ?? "";
    expect((await client.admin.signOut(token, scope)).error).toBeNull();
    expect((await client.getUser(token)).data.user !== null).toBe(here);
    expect((await other.getUser()).data.user !== null).toBe(there);
  });

  test("refuse a missing token, another project's token and a modified token", async () => {
    const { answer } = await signUp();
    const [head = "", claims = "", signature = ""] = (answer.session?.access_token ?? "").split(".");
    const forged = JSON.parse(Buffer.from(claims, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...forged, role: "service_role" })).toString("base64url");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const tries = [
      [undefined, 401, "no_authorization"],
      [`${head}.${changed}.${signature}`, 403, "bad_jwt"],
      [`${unsigned}.${claims}.`, 403, "bad_jwt"],
      ["nonsense", 403, "bad_jwt"],
    ] as const;
    for (const [token, status, code] of tries) {
      const response = await host().fetch("/auth/v1/user", {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      expect([response.status, await response.json()]).toMatchObject([status, { error_code: code }]);
    }
  });
});

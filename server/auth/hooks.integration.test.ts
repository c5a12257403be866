import { describe, expect, test } from "vitest";
import { authSettings } from "../config/auth-settings.ts";
import { ADA, PASSWORD, useAuthHost } from "./auth-host.fixture.ts";

const host = useAuthHost();

interface Sent {
  user: { id: string; phone: string };
  sms: { otp: string; phone: string };
}

describe("hooks", () => {
  async function hook(
    name: "before_user_created" | "password_verification_attempt" | "custom_access_token" | "send_sms",
    body: string,
    schema = "public",
  ) {
    await host().database.script(
      `create schema if not exists ${schema};
       create or replace function ${schema}.test_hook(event jsonb) returns jsonb language plpgsql as $$ begin ${body} end $$;
       grant usage on schema ${schema} to supabase_auth_admin;
       grant execute on function ${schema}.test_hook(jsonb) to supabase_auth_admin;`,
    );
    const uri = `pg-functions://postgres/${schema}/test_hook`;
    host().deps.config.auth.hook = authSettings.parse({ hook: { [name]: { uri } } }).hook;
  }

  test("before_user_created refuses a sign-up with its own message and leaves nothing behind", async () => {
    await hook(
      "before_user_created",
      `if event->'user'->'user_metadata'->>'full_name' = 'Bob' then
         return '{"error": {"http_code": 409, "message": "No more Bobs."}}'; end if; return '{}';`,
    );
    const refused = await host()
      .client()
      .signUp({ email: ADA, password: PASSWORD, options: { data: { full_name: "Bob" } } });
    expect(refused.error).toMatchObject({ status: 409, message: "No more Bobs." });
    expect(await host().database.query("select id from auth.users")).toEqual([]);
    expect((await host().client().signUp({ email: ADA, password: PASSWORD })).error).toBeNull();
  });

  test("password_verification_attempt can refuse a correct password", async () => {
    await host().ada();
    await hook(
      "password_verification_attempt",
      `return jsonb_build_object('decision', 'reject', 'message', 'Locked: ' || (event->>'valid'));`,
    );
    const { error } = await host().client().signInWithPassword({ email: ADA, password: PASSWORD });
    expect(error).toMatchObject({ status: 400, message: "Locked: true" });
  });

  test("password_verification_attempt can end every session of the account", async () => {
    const ada = await host().ada();
    await hook(
      "password_verification_attempt",
      `return jsonb_build_object('decision', 'reject', 'should_logout_user', not (event->>'valid')::boolean);`,
    );
    const attempt = async (password: string) =>
      (await host().client().signInWithPassword({ email: ADA, password })).error;
    const message = "Further password verification attempts will be rejected.";
    expect(await attempt(PASSWORD)).toMatchObject({ status: 400, code: "invalid_credentials", message });
    expect((await ada.getUser()).data.user).not.toBeNull();
    expect(await attempt("wrong")).toMatchObject({ message });
    expect((await ada.getUser()).data.user).toBeNull();
  });

  test("send_sms receives the code of an SMS", async () => {
    await host().database.script(
      `create table if not exists public.sent (event jsonb); delete from public.sent;
       grant insert on public.sent to supabase_auth_admin`,
    );
    await hook("send_sms", "insert into public.sent values (event); return '{}';");
    const phone = "23052512345";
    const { data } = await host().client().signUp({ phone, password: PASSWORD });
    expect(data.session).toBeNull();
    const sent = () => host().database.query<{ event: Sent }>("select event from public.sent");
    await expect.poll(async () => (await sent()).length).toBe(1);
    const [{ event } = { event: null }] = await sent();
    expect(event).toMatchObject({ user: { id: data.user?.id, phone }, sms: { phone } });
    const token = event?.sms.otp ?? "";
    const verified = await host().client().verifyOtp({ type: "sms", phone, token });
    expect(verified.data.session?.user.phone).toBe(phone);
    await expect(host().lastMessage(`+${phone}`)).rejects.toThrow();
  });

  test("custom_access_token adds claims", async () => {
    await hook("custom_access_token", `return jsonb_set(event, '{claims,club}', '"Hull"');`);
    const client = await host().ada();
    const { data } = await client.getSession();
    expect(await host().deps.gateway.tokens.verify(data.session?.access_token ?? "")).toMatchObject({
      club: "Hull",
    });
  });

  test("are functions of any schema", async () => {
    await hook(
      "custom_access_token",
      `return jsonb_set(event, '{claims,club}', '"Leeds"');`,
      "rules_of_club",
    );
    const { data } = await (await host().ada()).getSession();
    const claims = await host().deps.gateway.tokens.verify(data.session?.access_token ?? "");
    expect(claims).toMatchObject({ club: "Leeds" });
  });

  test.each([
    ["no claims", "'{}'", "output claims field is missing"],
    [
      "claims without a role",
      "event #- '{claims,role}'",
      "output claims do not conform to the expected schema",
    ],
    ["an end that is text", `jsonb_set(event, '{claims,exp}', '"soon"')`, "expected schema: \n- exp: "],
    ["claims that are a list", "'{\"claims\": []}'", "output claims do not conform to the expected schema"],
  ])(
    "custom_access_token that returns %s signs no token and opens no session",
    async (_kind, answer, message) => {
      await host().admin().admin.createUser({ email: ADA, password: PASSWORD, email_confirm: true });
      await hook("custom_access_token", `return ${answer};`);
      const { status, body } = await host().post("/auth/v1/token?grant_type=password", {
        email: ADA,
        password: PASSWORD,
      });
      expect([status, body.error_code]).toEqual([500, "unexpected_failure"]);
      expect(body.msg).toContain(message);
      expect(await host().database.query("select id from auth.sessions")).toEqual([]);
    },
  );
});

import { describe, expect, test } from "vitest";
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
  ) {
    await host().database.script(
      `create or replace function public.test_hook(event jsonb) returns jsonb language plpgsql as $$ begin ${body} end $$;
       grant usage on schema public to supabase_auth_admin;
       grant execute on function public.test_hook(jsonb) to supabase_auth_admin;`,
    );
    host().deps.config.auth.hook = { [name]: { enabled: true, schema: "public", name: "test_hook" } };
  }

  test("before_user_created refuses a sign-up in its own words, and nothing is left behind", async () => {
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

  test("password_verification_attempt can refuse a right password", async () => {
    await host().ada();
    await hook(
      "password_verification_attempt",
      `return jsonb_build_object('decision', 'reject', 'message', 'Locked: ' || (event->>'valid'));`,
    );
    const { error } = await host().client().signInWithPassword({ email: ADA, password: PASSWORD });
    expect(error).toMatchObject({ status: 400, message: "Locked: true" });
  });

  test("send_sms is given the code that a text would carry", async () => {
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
});

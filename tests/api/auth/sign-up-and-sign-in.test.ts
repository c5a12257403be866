/** /auth/v1 through the official client: sign-up and sign-in by email and phone, and sessions. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, type Host, startHost } from "../support/host.ts";

const PASSWORD = "Correct1Horse";
let counter = 0;
const newEmail = (): string => `someone${++counter}@example.com`;
const newPhone = (): string => `+2305${String(7_000_000 + ++counter)}`;

describe("accounts", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  async function signUp(email: string, metadata: Record<string, string> = {}): Promise<Api> {
    const api = host.visitor();
    const { data, error } = await api.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { full_name: "Some One", ...metadata } },
    });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    return api;
  }

  describe("signing up", () => {
    it("by email returns a session at once without a mail server, and creates a profile", async () => {
      const email = newEmail();
      const phone = newPhone();
      const api = await signUp(email, { phone_number: phone });
      const { data } = await api.from("profiles").select("full_name, phone_number").single();
      expect(data).toEqual({ full_name: "Some One", phone_number: phone });
    });
    it("by phone stores the number without the plus sign and signs in with it", async () => {
      const phone = newPhone();
      const api = host.visitor();
      const { data, error } = await api.auth.signUp({
        phone,
        password: PASSWORD,
        options: { data: { full_name: "By Phone", phone_number: phone } },
      });
      expect(error).toBeNull();
      expect(data.user?.phone).toBe(phone.slice(1));
      const again = await host.visitor().auth.signInWithPassword({ phone, password: PASSWORD });
      expect(again.data.user?.id).toBe(data.user?.id);
    });
    it("refuses an email, a phone number and a profile's number that are in use", async () => {
      const email = newEmail();
      const phone = newPhone();
      await signUp(email, { phone_number: phone });
      const sameEmail = await host.visitor().auth.signUp({ email, password: PASSWORD });
      expect(sameEmail.error?.code).toBe("user_already_exists");
      const words =
        "This phone number is already registered with another account. Please use a different phone number or sign in.";
      const inProfile = await host.visitor().auth.signUp({ phone, password: PASSWORD });
      expect(inProfile.error?.message).toBe(words);
      const metadata = await host
        .visitor()
        .auth.signUp({ email: newEmail(), password: PASSWORD, options: { data: { phone_number: phone } } });
      expect(metadata.error?.message).toBe(words);
    });
    it.each([
      ["Short1a", false],
      ["alllowercase1", false],
      ["ALLUPPERCASE1", false],
      ["NoDigitsHere", false],
      ["Exactly8", true],
    ])("password %s: %s", async (password, accepted) => {
      const { error } = await host.visitor().auth.signUp({ email: newEmail(), password });
      expect(error?.code ?? "accepted").toBe(accepted ? "accepted" : "weak_password");
    });
    it("never stores a password in plain text", async () => {
      const stolen = await host.secret
        .schema("auth" as never)
        .from("users" as never)
        .select("*");
      expect(stolen.error?.code).toBe("PGRST106");
    });
  });

  describe("signing up with a club that asks for the age", () => {
    beforeAll(async () => {
      const setting = { setting_key: "minimum_age", setting_value: "18" };
      expect((await host.secret.from("admin_settings").insert(setting)).error).toBeNull();
    });
    afterAll(async () => {
      await host.secret.from("admin_settings").delete().eq("setting_key", "minimum_age");
    });

    it("is refused without the confirmation, in every way to make an account", async () => {
      const refused = "Please confirm that you are 18 or older";
      const { auth } = host.visitor();
      const options = { data: { full_name: "Some One", confirmed_age: 17 } };
      const email = newEmail();
      const answers = [
        await auth.signUp({ email, password: PASSWORD, options }),
        await auth.signUp({ phone: newPhone(), password: PASSWORD, options }),
        await auth.signInWithOtp({ email, options }),
      ];
      expect(answers.map(({ error }) => [error?.status, error?.message])).toEqual(
        answers.map(() => [400, refused]),
      );
      expect((await auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
        "invalid_credentials",
      );
    });

    it("stores the confirmation, and asks an account without one before it redeems a code", async () => {
      const confirmed = await signUp(newEmail(), { confirmed_age: "18" });
      expect((await confirmed.rpc("my_due_confirmation")).data).toEqual([]);
      expect((await confirmed.rpc("redeem_plan_code", { code: "1234567" })).error).toBeNull();
      const fromPaper = { email: newEmail(), password: PASSWORD, email_confirm: true };
      expect((await host.secret.auth.admin.createUser(fromPaper)).error).toBeNull();
      const member = host.visitor();
      await member.auth.signInWithPassword(fromPaper);
      expect((await member.rpc("redeem_plan_code", { code: "1234567" })).error?.code).toBe("SL027");
      expect((await member.rpc("confirm_age", { _age: 18 })).error).toBeNull();
      expect((await member.rpc("redeem_plan_code", { code: "1234567" })).error).toBeNull();
    });
  });

  describe("signing in", () => {
    it("answers the same for a wrong password and an unknown account", async () => {
      const email = newEmail();
      await signUp(email);
      const wrong = await host.visitor().auth.signInWithPassword({ email, password: "Wrong1Horse" });
      const unknown = await host.visitor().auth.signInWithPassword({ email: newEmail(), password: PASSWORD });
      expect([wrong.error?.status, wrong.error?.code, wrong.error?.message]).toEqual([
        unknown.error?.status,
        unknown.error?.code,
        unknown.error?.message,
      ]);
      expect(wrong.error?.code).toBe("invalid_credentials");
    });
    it("locks after five failures within 15 minutes, even for the right password, and returns the wait", async () => {
      const email = newEmail();
      await signUp(email);
      for (let failure = 1; failure <= 5; failure++) {
        const { error } = await host.visitor().auth.signInWithPassword({ email, password: "Wrong1Horse" });
        expect(error?.code, `failure ${failure}`).toBe("invalid_credentials");
      }
      const sixth = await host.visitor().auth.signInWithPassword({ email, password: PASSWORD });
      expect([sixth.error?.status, sixth.error?.code]).toEqual([429, "over_request_rate_limit"]);
      expect(sixth.error?.message).toMatch(/\d+ (minute|second)/);
    });
    it("works through phone-lookup with a number that only the profile has", async () => {
      const email = newEmail();
      const phone = newPhone();
      await signUp(email, { phone_number: phone });
      const direct = await host.visitor().auth.signInWithPassword({ phone, password: PASSWORD });
      expect(direct.error?.code).toBe("invalid_credentials");
      const lookup = await host
        .visitor()
        .functions.invoke<{ email: string | null }>("phone-lookup", { body: { phone } });
      expect(lookup.data?.email).toBe(email);
      const nobody = await host
        .visitor()
        .functions.invoke<{ email: string | null }>("phone-lookup", { body: { phone: newPhone() } });
      expect(nobody.data?.email).toBeNull();
    });
  });

  describe("sessions", () => {
    it.each(["local", "others", "global"] as const)("sign-out %s", async (scope) => {
      const email = newEmail();
      const here = await signUp(email);
      const there = host.visitor();
      await there.auth.signInWithPassword({ email, password: PASSWORD });
      const token = (await here.auth.getSession()).data.session?.refresh_token;
      const { error } = await here.auth.signOut({ scope });
      expect(error).toBeNull();
      const works = async (refresh_token: string | undefined) =>
        (await post(host, "token?grant_type=refresh_token", { refresh_token })).status === 200;
      const thereWorks = await works((await there.auth.getSession()).data.session?.refresh_token);
      expect([await works(token), thereWorks]).toEqual([scope === "others", scope === "local"]);
    });
    it("read and change the user, and refuse the same or a weak password", async () => {
      const api = await signUp(newEmail());
      expect(
        (await api.auth.updateUser({ data: { nickname: "Zed" } })).data.user?.user_metadata.nickname,
      ).toBe("Zed");
      expect((await api.auth.updateUser({ password: PASSWORD })).error?.code).toBe("same_password");
      expect((await api.auth.updateUser({ password: "weak" })).error?.code).toBe("weak_password");
      expect((await api.auth.updateUser({ password: "Another1Horse" })).error).toBeNull();
    });
    it("have access tokens that verify with the published keys, and a modified one does not", async () => {
      const api = await signUp(newEmail());
      const { data } = await api.auth.getClaims();
      expect([data?.claims.role, data?.header.alg]).toEqual(["authenticated", "ES256"]);
      const token = (await api.auth.getSession()).data.session?.access_token ?? "";
      const [head, body, signature] = token.split(".");
      const forged = JSON.parse(Buffer.from(body ?? "", "base64url").toString()) as Record<string, unknown>;
      forged.role = "service_role";
      const bad = [head, Buffer.from(JSON.stringify(forged)).toString("base64url"), signature].join(".");
      const response = await fetch(`${host.url}/auth/v1/user`, {
        headers: { apikey: host.publishableKey, authorization: `Bearer ${bad}` },
      });
      expect(response.status).toBe(403);
    });
  });

  describe("admin calls", () => {
    it("need the secret key", async () => {
      const asVisitor = await host.visitor().auth.admin.listUsers();
      expect([401, 403]).toContain(asVisitor.error?.status);
      const admin = await host.admin("An Admin");
      const asClubAdmin = await admin.api.auth.admin.deleteUser(admin.id);
      expect(asClubAdmin.error?.status).toBe(403);
    });
  });

  it("delete an account with its data", async () => {
    const gone = await host.person("Gone Soon");
    const { error } = await host.secret.auth.admin.deleteUser(gone.id);
    expect(error).toBeNull();
    const { data } = await host.secret.from("profiles").select("id").eq("id", gone.id);
    expect(data).toEqual([]);
  });
});

describe("without a reuse interval", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost({ config: { refresh_token_reuse_interval: "0" } });
  });
  afterAll(() => host.stop());

  it("a refresh returns new tokens, and a reused token ends the whole family", async () => {
    const api = (await host.person("Rita Refresh")).api;
    const first = (await api.auth.getSession()).data.session;
    for (let turn = 0; turn < 2; turn++) {
      const refreshed = await api.auth.refreshSession();
      expect(refreshed.data.session?.refresh_token).not.toBe(first?.refresh_token);
    }
    const stolen = await post(host, "token?grant_type=refresh_token", {
      refresh_token: first?.refresh_token,
    });
    expect(stolen.status).toBe(400);
    const after = await api.auth.refreshSession();
    expect(after.error).not.toBeNull();
  });

  it("an unknown API key is refused", async () => {
    const response = await fetch(`${host.url}/auth/v1/settings`, {
      headers: { apikey: "sb_publishable_wrong" },
    });
    expect(response.status).toBe(401);
  });
});

async function post(host: Host, path: string, body: object): Promise<Response> {
  return fetch(`${host.url}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: host.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

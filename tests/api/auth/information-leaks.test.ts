/** What the log and responses reveal about accounts. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeIn, follow, messageTo, supabaseWith } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";
import { verifyLinkOf } from "../support/mail-links.ts";

const PASSWORD = "Correct1Horse";
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
let counter = 0;
const newEmail = () => `discreet.${++counter}@example.com`;

describe("accounts", () => {
  let host: Host;
  beforeAll(async () => {
    const auth = { email: { max_frequency: "1ms" } };
    const env = {
      AUTH_CONFIRM: "always",
      LOG_LEVEL: "trace",
      SUPABASE_DIR: supabaseWith({ auth }),
    };
    host = await startHost({ env });
  });
  afterAll(() => host.stop());

  it("leave no password, token, code or key in the log", async () => {
    const email = newEmail();
    const api = host.visitor();
    const secrets = [PASSWORD, "Another1Horse", "Wrong1Horse", host.secretKey];
    await api.auth.signUp({ email, password: PASSWORD });
    const letter = await messageTo(host, email);
    const link =
      verifyLinkOf(new URL(/\((http[^)]+)\)/.exec(letter.body)?.[1] ?? "")).searchParams.get("token") ?? "";
    const byLink = await follow(letter);
    secrets.push(link, byLink.access_token ?? "", byLink.refresh_token ?? "");
    await host.visitor().auth.signInWithPassword({ email, password: "Wrong1Horse" });
    const { data } = await api.auth.signInWithPassword({ email, password: PASSWORD });
    secrets.push(data.session?.access_token ?? "", data.session?.refresh_token ?? "");
    await api.auth.refreshSession();
    await api.auth.updateUser({ password: "Another1Horse" });
    await api.auth.resetPasswordForEmail(email);
    await api.auth.signInWithOtp({ email });
    const code = codeIn(await messageTo(host, email));
    await host.visitor().auth.verifyOtp({ type: "email", email, token: code });
    await host.visitor().auth.verifyOtp({ type: "email", email, token: code });
    const totp = (await api.auth.mfa.enroll({ factorType: "totp" })).data?.totp.secret ?? "";
    secrets.push(totp);
    await host.secret.auth.admin.listUsers();
    await fetch(`${host.url}/auth/v1/token?grant_type=password&apikey=${host.secretKey}`, {
      method: "POST",
      body: `{"email":"${email}","password":"${PASSWORD}",`,
    });
    const log = host.log();
    expect(log).toContain("/auth/v1/verify");
    expect(log).toContain("/auth/v1/token");
    expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    expect(code).toMatch(/^\d{6}$/);
    expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  it("return times in RFC 3339 and never a hash or a token", async () => {
    const { api, id } = await host.person("Tim Es");
    const shown = [
      (await api.auth.getUser()).data.user,
      (await host.secret.auth.admin.getUserById(id)).data.user,
    ];
    for (const user of shown) {
      const times = [user?.created_at, user?.updated_at, user?.last_sign_in_at, user?.email_confirmed_at];
      for (const time of [...times, user?.identities?.[0]?.created_at]) expect(time).toMatch(RFC3339);
    }
    expect(JSON.stringify(shown)).not.toMatch(/argon2|encrypted_password|_token/);
  });
});

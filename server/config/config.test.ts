import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newSigningKey } from "../gateway/keys.ts";
import { ConfigError, loadConfig, pathInside } from "./config.ts";
import { configFolders } from "./config-folders.fixture.ts";

const folderWith = configFolders();

test("the club's settings are the ones that the specification names", () => {
  const { auth, api, functions } = loadConfig("supabase");
  expect(auth).toMatchObject({
    minimum_password_length: 8,
    password_requirements: "lower_upper_letters_digits",
    email: { enable_confirmations: true, otp_expiry: 86_400 },
    sms: { enabled: true, enable_confirmations: true },
    hook: { before_user_created: { enabled: true, schema: "public", name: "before_user_created" } },
  });
  expect(api.max_rows).toBe(1000);
  expect(functions["phone-lookup"]).toEqual({ enabled: true, verify_jwt: false });
});

test("uses the CLI's defaults without a file", () => {
  expect(loadConfig(import.meta.dirname).auth).toMatchObject({
    jwt_expiry: 3600,
    email: { max_frequency: 1, otp_length: 6 },
  });
});

test.each([
  ["[auth]\njwt_expiry = 700000", "auth.jwt_expiry"],
  ["[auth]\npassword_requirements = 'emoji'", "auth.password_requirements"],
  ["[auth.email]\nmax_frequency = 'soon'", "auth.email.max_frequency"],
  ["[auth.email]\notp_expiry = 90000", "auth.email.otp_expiry"],
  ["[auth.email.smtp]\nhost = 'mail.test'", "auth.email.smtp.port"],
  ["[auth.sms.twilio]\nenabled = true", "auth.sms.twilio"],
  ["[auth.hook.before_user_created]\nuri = 'https://x.test/hook'", "auth.hook.before_user_created.uri"],
  ["[auth.email]\nrequire_current_password = true", "auth.email.require_current_password"],
  ["[api]\nmax_row = 5", "api.max_row"],
  ["[api]\nauto_expose_new_tables = false", "api.auto_expose_new_tables"],
  ["[functions.news]\nverify_jtw = false", "functions.news.verify_jtw"],
  ["[functions.news]\nentrypoint = './functions/old/index.ts'", "functions.news.entrypoint"],
  ["[aps]\nmax_rows = 5", "aps"],
  ["[api]\nschemas = ['public', 'auth']", "api.schemas"],
  ["[auth]\nsigning_keys_path = './nowhere.json'", "auth.signing_keys_path"],
  ["[auth]\nsigning_keys_path = './config.toml'", "auth.signing_keys_path"],
  ["[auth]\njwt_secret = 'too short'", "auth.jwt_secret"],
  ["[auth]\nrefresh_token_reuse_interval = -1", "auth.refresh_token_reuse_interval"],
  ["[auth]\nminimum_password_length = 5", "auth.minimum_password_length"],
  ["[auth.sessions]\ntimebox = '1 day'", "auth.sessions.timebox"],
  ["[auth.sessions]\ninactivity_timeout = 30", "auth.sessions.inactivity_timeout"],
  ["[auth.sessions]\nsingle_per_user = 'yes'", "auth.sessions.single_per_user"],
  ["[auth.mfa]\nmax_enrolled_factors = -1", "auth.mfa.max_enrolled_factors"],
  ["[auth.mfa.totp]\nenroll_enabled = true", "auth.mfa.totp.enroll_enabled"],
  ["[auth.mfa.phone]\nenroll_enabled = true", "auth.mfa.phone.enroll_enabled"],
  ["[auth.mfa.web_authn]\nenroll_enabled = true", "auth.mfa.web_authn.enroll_enabled"],
  ["[auth.rate_limit]\ntoken_refresh = 0", "auth.rate_limit.token_refresh"],
  ["[auth.email]\notp_length = 4", "auth.email.otp_length"],
  ["[auth.external.apple]\nenabled = true", "auth.external.apple.client_id"],
  ["[auth.external.github]\nenabled = true", "auth.external.github.client_id"],
  ["[auth.external.figma]\nenabled = true\nclient_id = 'a'", "auth.external.figma.url"],
  [
    "[auth.external.keycloak]\nenabled = true\nclient_id = 'a'\nurl = 'http://id.test'",
    "auth.external.keycloak.url",
  ],
  ["[auth.external.google]\nclientid = 'a'", "auth.external.google.clientid"],
  ["[auth.captcha]\nenabled = true", "auth.captcha.enabled"],
  ["[auth]\nminimum_pasword_length = 12", "auth.minimum_pasword_length"],
  ["[auth.email]\notp_lenght = 8", "auth.email.otp_lenght"],
  ["[auth.sms.vonage]\nenabled = true", "auth.sms.vonage"],
  ["[auth.webauthn]\nrp_id = 'https://club.test'", "auth.webauthn.rp_id"],
  [
    "[auth.webauthn]\nrp_id = 'club.test'\nrp_origins = ['https://stranger.test']",
    "auth.webauthn.rp_origins",
  ],
  ["[auth.mfa.phone]\notp_length = 4", "auth.mfa.phone.otp_length"],
  ["[auth.passkey]\nenabled = 'yes'", "auth.passkey.enabled"],
  [
    "[auth.hook.send_email]\nenabled = true\nuri = 'pg-functions://postgres/public/x'",
    "auth.hook.send_email",
  ],
  ["[auth.hook.send_sms]\nuri = 'http://host.test/sms'", "auth.hook.send_sms.uri"],
  ["[auth.hook.after_lunch]\nuri = 'pg-functions://postgres/public/x'", "after_lunch"],
  ["[storage]\nfile_size_limit = '50 apples'", "storage.file_size_limit"],
  ["[storage]\nfile_size_limit = 0", "storage.file_size_limit"],
  ["[storage.buckets.a]\nprivate = true", "storage.buckets.a.private"],
  ["[auth", "is not TOML"],
])("names an invalid setting: %s", (toml, name) => {
  expect(() => loadConfig(folderWith(toml))).toThrow(ConfigError);
  expect(() => loadConfig(folderWith(toml))).toThrow(name);
});

test("names every problem at once, with its line and what to do", () => {
  const toml = [
    "[api]",
    "max_row = 5",
    "",
    "[auth]",
    "jwt_expiry = 700000",
    "signing_keys_path = './nowhere.json'",
    "",
    "email = { otp_length = 'six', smtp = { host = 'mail.test' } }",
    "[auth.captcha]",
    "enabled = true",
  ].join("\n");
  const dir = folderWith(toml);
  let message = "";
  try {
    loadConfig(dir);
  } catch (error) {
    message = error instanceof ConfigError ? error.message : "";
  }
  expect(message.split("\n")).toEqual([
    `${dir}/config.toml has 7 invalid settings:`,
    "  line 2: api.max_row: this host has no such setting. Correct the name or remove it: docs/config.md lists every setting.",
    "  line 5: auth.jwt_expiry: Too big: expected number to be <=604800. Choose at most 604800.",
    `  line 6: auth.signing_keys_path: ${dir}/nowhere.json does not exist. Make it with \`supabase gen signing-key\`.`,
    "  line 8: auth.email.otp_length: Invalid input: expected number, received string. Write a number.",
    "  line 8: auth.email.smtp.port: Invalid input: expected number, received undefined. Add it: a number.",
    "  line 8: auth.email.smtp.admin_email: Invalid input: expected string, received undefined. Add it: a string.",
    "  line 10: auth.captcha.enabled: a captcha is not supported by this host. Write false, or remove it.",
  ]);
});

test("names the line of text that is not TOML", () => {
  expect(() => loadConfig(folderWith("[api]\nmax_rows = five\n"))).toThrow("is not TOML: line 2:");
});

test("names a template whose file is missing or outside the folder", () => {
  const template = (path: string) => folderWith(`[auth.email.template.invite]\ncontent_path = '${path}'`);
  expect(() => loadConfig(template("./none.html"))).toThrow(
    "line 2: auth.email.template.invite.content_path",
  );
  expect(() => loadConfig(template("../../../etc/passwd"))).toThrow("is outside");
});

test("reads variables from .env files, which the environment precedes", () => {
  const dir = folderWith("[auth]\nsite_url = 'env(APP)'\njwt_secret = 'env(SECRET)'");
  writeFileSync(join(dir, ".env"), "APP=https://app.test\nSECRET=a secret of thirty-two characters\n");
  writeFileSync(join(dir, ".env.local"), "APP=http://localhost:5173\n");
  expect(loadConfig(dir).auth).toMatchObject({
    site_url: "http://localhost:5173",
    jwt_secret: "a secret of thirty-two characters",
  });
  expect(loadConfig(dir, { APP: "https://club.test" }).auth.site_url).toBe("https://club.test");
});

test("replaces env(NAME) by the environment variable", () => {
  const dir = folderWith(
    "[auth.sms.twilio]\nenabled = true\naccount_sid='a'\nmessage_service_sid='m'\nauth_token='env(TOKEN)'",
  );
  expect(loadConfig(dir, { TOKEN: "t" }).auth.sms.twilio?.auth_token).toBe("t");
  const without = loadConfig(dir, {});
  expect([without.auth.sms.twilio, without.warnings]).toEqual([undefined, ["[auth.sms.twilio] is left out"]]);
});

test("parses durations as Go does", () => {
  expect(loadConfig(folderWith("[auth.email]\nmax_frequency = '1m30s'")).auth.email.max_frequency).toBe(90);
});

test.each([
  ["'50MiB'", 52_428_800],
  ["'5MB'", 5_242_880],
  ["'1.5 g'", 1_610_612_736],
  ["'500kb'", 512_000],
  ["'7'", 7],
  ["1000", 1000],
])("parses sizes as Docker does: %s", (text, bytes) => {
  expect(loadConfig(folderWith(`[storage]\nfile_size_limit = ${text}`)).storage.file_size_limit).toBe(bytes);
});

test("reads the signing keys of the folder", async () => {
  const dir = folderWith("[auth]\nsigning_keys_path = './keys.json'");
  const key = await newSigningKey();
  writeFileSync(join(dir, "keys.json"), JSON.stringify([{ ...key, use: "sig", key_ops: ["sign"] }]));
  expect(loadConfig(dir).signingKeys).toEqual([key]);
});

test("refuses two signing keys with the same id", async () => {
  const dir = folderWith("[auth]\nsigning_keys_path = './keys.json'");
  const key = await newSigningKey();
  writeFileSync(join(dir, "keys.json"), JSON.stringify([key, { ...(await newSigningKey()), kid: key.kid }]));
  expect(() => loadConfig(dir)).toThrow("auth.signing_keys_path");
});

test("accepts disabled sections of unsupported features", () => {
  const toml =
    "[auth.external.apple]\nenabled = false\nclient_id = ''\n[auth.mfa.phone]\nenroll_enabled = false\notp_length = 6\n[auth.passkey]\nenabled = false\n[auth.hook.custom_access_token]\nenabled = false\nuri = 'https://x.test/hook'\n[storage.s3_protocol]\nenabled = true";
  expect(() => loadConfig(folderWith(toml))).not.toThrow();
});

test.each(["api", "auth", "storage", "realtime", "edge_runtime", "inbucket", "local_smtp"] as const)(
  "accepts a disabled service: %s",
  (name) => {
    expect(loadConfig(folderWith(`[${name}]\nenabled = false`))[name].enabled).toBe(false);
    expect(loadConfig(folderWith(""))[name].enabled).toBe(true);
  },
);

test("accepts settings of other programs", () => {
  const toml = `
    [api]
    port = 54321
    tls = { enabled = false }
    [db.pooler]
    enabled = true
    [studio]
    port = 54323
    [inbucket]
    port = 54324
    [analytics]
    backend = "postgres"
    [edge_runtime]
    policy = "per_worker"
    [experimental.pgdelta]
    enabled = true
    [remotes.staging.api]
    max_rows = 5
    [functions.news]
    entrypoint = "./functions/news/index.ts"
    import_map = "./functions/news/deno.json"`;
  expect(() => loadConfig(folderWith(toml))).not.toThrow();
});

test.each([
  ["", true, false],
  ["[auth.email]\nenabled = false\n[auth.sms]\nenabled = true", false, true],
  ["[auth.email]\nenable_signup = false\n[auth.sms]\nenable_signup = true", false, true],
])("switches email and phone by the CLI's current and old names: %s", (toml, email, phone) => {
  const { auth } = loadConfig(folderWith(toml));
  expect([auth.email.enabled, auth.sms.enabled]).toEqual([email, phone]);
});

test("signs with the secret if no signing keys are named", async () => {
  const secret = "jwt_secret = 'a secret of thirty-two characters'";
  expect(loadConfig(folderWith(`[auth]\n${secret}`)).signsWithSecret).toBe(true);
  const dir = folderWith(`[auth]\n${secret}\nsigning_keys_path = './keys.json'`);
  writeFileSync(join(dir, "keys.json"), JSON.stringify([await newSigningKey()]));
  expect(loadConfig(dir).signsWithSecret).toBe(false);
});

test("refuses a path outside the folder", () => {
  expect(pathInside("/srv/supabase", "./supabase/templates/a.html")).toBe("/srv/supabase/templates/a.html");
  expect(() => pathInside("/srv/supabase", "../../etc/passwd")).toThrow(ConfigError);
});

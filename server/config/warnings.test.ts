import { expect, test } from "vitest";
import { loadConfig } from "./config.ts";
import { configFolders } from "./config-folders.fixture.ts";

const folderWith = configFolders();

test("starts without a setting whose variable is not set, and says so", () => {
  const toml = `[auth]
site_url = "env(APP_ADDRESS)"
jwt_secret = "env(JWT_SECRET)"
additional_redirect_urls = ["env(PREVIEW)", "https://app.test"]
[auth.external.gitlab]
enabled = true
client_id = "env(GITLAB_ID)"
secret = "env(GITLAB_SECRET)"
[auth.email.smtp]
host = "env(SMTP_HOST)"
port = 587
admin_email = "club@club.test"
pass = "env(SMTP_PASS)"`;
  const { auth, warnings } = loadConfig(folderWith(toml), { SMTP_PASS: "x", PREVIEW: "" });
  expect(auth).toMatchObject({ additional_redirect_urls: ["https://app.test"], external: {} });
  expect([auth.site_url, auth.jwt_secret, auth.email.smtp]).toEqual([undefined, undefined, undefined]);
  expect(warnings).toEqual([
    "auth.site_url: the environment variable APP_ADDRESS is not set",
    "auth.jwt_secret: the environment variable JWT_SECRET is not set",
    "auth.external.gitlab.client_id: the environment variable GITLAB_ID is not set",
    "auth.email.smtp.host: the environment variable SMTP_HOST is not set",
    "[auth.external.gitlab] is left out",
    "[auth.email.smtp] is left out",
  ]);
  // A disabled provider needs no client_id.
  expect(
    loadConfig(folderWith(toml.replace("enabled = true", "enabled = false"))).auth.external,
  ).toHaveProperty("gitlab.enabled", false);
});

test("does not leave out an invalid section for a variable of another one", () => {
  const toml =
    "[auth]\nsite_url = 'env(APP_ADDRESS)'\n[auth.email]\notp_length = 4\n[auth.external.apple]\nenabled = true";
  expect(() => loadConfig(folderWith(toml))).toThrow("has 2 invalid settings");
});

test("exposes the default schemas if none is named, and applies the smaller of two size limits", () => {
  const { api, warnings } = loadConfig(
    folderWith("[api]\nschemas = []\n[storage.buckets.a]\nfile_size_limit = '60MiB'\nobjects_path = './a'"),
  );
  expect(api.schemas).toEqual(["public", "graphql_public"]);
  expect(warnings).toEqual([
    "storage.buckets.a.file_size_limit: is more than storage.file_size_limit, which applies",
  ]);
});

test("warns about an empty hook and an OAuth server, and refuses an enabled hook without a function", () => {
  const { auth, warnings } = loadConfig(
    folderWith(
      "[auth.hook.custom_access_token]\n[auth.oauth_server]\nenabled = true\nallow_dynamic_registration = true",
    ),
  );
  expect(auth.hook.custom_access_token?.enabled).toBe(false);
  expect(warnings).toEqual([
    "[auth.hook.custom_access_token] has no uri, so no hook is called",
    "auth.oauth_server.enabled: this host has no OAuth server",
  ]);
  for (const hook of ["enabled = true", "enabled = true\nuri = 'env(HOOK)'"])
    expect(() => loadConfig(folderWith(`[auth.hook.send_sms]\n${hook}`))).toThrow("auth.hook.send_sms.uri");
  expect(
    loadConfig(folderWith("[auth.hook.send_sms]\nenabled = false\n[auth.oauth_server]")).warnings,
  ).toEqual(["[auth.hook.send_sms] has no uri, so no hook is called"]);
  expect(loadConfig("supabase").warnings).toEqual([]);
});

test("warns about features that it lacks, and refuses a captcha, without which an account is less protected", () => {
  const features = ["web3.solana", "third_party.clerk", "email.notification.password_changed", "captcha"];
  const [web3, tokens, email, captcha] = features.map((name) => `[auth.${name}]\nenabled = true\n`);
  expect(
    loadConfig(folderWith(`${web3}${tokens}domain = "a.test"\n${email}subject = "News"`)).warnings,
  ).toEqual([
    "auth.web3.solana.enabled: this host offers no sign-in with a wallet",
    "auth.third_party.clerk.enabled: this host accepts no tokens of other issuers",
    "auth.email.notification.password_changed.enabled: this host sends no such email",
  ]);
  expect(() => loadConfig(folderWith(captcha ?? ""))).toThrow(
    "auth.captcha.enabled: a captcha is not supported",
  );
  const disabled = features.map((name) => `[auth.${name}]\nenabled = false`).join("\n");
  expect(loadConfig(folderWith(disabled)).warnings).toEqual([]);
});

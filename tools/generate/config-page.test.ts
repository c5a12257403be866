import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configSchema } from "../../server/config/schema.ts";
import { coversKey, settingsOf } from "../../server/config/setting-list.ts";
import { CONFIG_PAGE, configPage } from "./config-page.ts";

const settings = settingsOf(configSchema);

/** Keys of the file that `supabase init` writes, also of its commented lines. Source: supabase/cli, pkg/config/templates/config.toml. */
const UPSTREAM = `
project_id
api: enabled port schemas extra_search_path max_rows
api.tls: enabled cert_path key_path
db: port shadow_port health_timeout major_version orioledb_version
db.pooler: enabled port pool_mode default_pool_size max_client_conn
db.vault: secret_key
db.migrations: enabled schema_paths
db.seed: enabled sql_paths
db.network_restrictions: enabled allowed_cidrs allowed_cidrs_v6
realtime: enabled ip_version max_header_length
studio: enabled port api_url openai_api_key
inbucket: enabled port smtp_port pop3_port admin_email sender_name
storage: enabled file_size_limit
storage.image_transformation: enabled
storage.buckets.images: public file_size_limit allowed_mime_types objects_path
auth: enabled site_url external_url additional_redirect_urls jwt_expiry signing_keys_path enable_refresh_token_rotation refresh_token_reuse_interval
auth: enable_signup enable_anonymous_sign_ins enable_manual_linking minimum_password_length password_requirements
auth.rate_limit: email_sent sms_sent anonymous_users token_refresh sign_in_sign_ups token_verifications web3
auth.captcha: enabled provider secret
auth.email: enable_signup double_confirm_changes enable_confirmations secure_password_change max_frequency otp_length otp_expiry
auth.email.smtp: enabled host port user pass admin_email sender_name
auth.email.template.invite: subject content_path
auth.email.notification.password_changed: enabled subject content_path
auth.sms: enable_signup enable_confirmations template max_frequency
auth.sms.test_otp: 4152127777
auth.sessions: timebox inactivity_timeout
auth.hook.before_user_created: enabled uri
auth.hook.custom_access_token: enabled uri
auth.sms.twilio: enabled account_sid message_service_sid auth_token
auth.mfa: max_enrolled_factors
auth.mfa.totp: enroll_enabled verify_enabled
auth.mfa.phone: enroll_enabled verify_enabled otp_length template max_frequency
auth.mfa.web_authn: enroll_enabled verify_enabled
auth.external.apple: enabled client_id secret redirect_uri url skip_nonce_check email_optional
auth.web3.solana: enabled
auth.third_party.firebase: enabled project_id
auth.third_party.auth0: enabled tenant tenant_region
auth.third_party.aws_cognito: enabled user_pool_id user_pool_region
auth.third_party.clerk: enabled domain
auth.oauth_server: enabled authorization_url_path allow_dynamic_registration
edge_runtime: enabled policy inspector_port deno_version
edge_runtime.secrets: secret_key
analytics: enabled port backend
experimental: orioledb_version s3_host s3_region s3_access_key s3_secret_key`
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [section = "", keys] = line.split(": ");
    return keys === undefined ? [section] : keys.split(" ").map((key) => `${section}.${key}`);
  });

test("docs/config.md is current (npm run generate writes it)", () => {
  expect(readFileSync(CONFIG_PAGE, "utf8")).toBe(configPage());
});

test("lists every key of the file that supabase init writes", () => {
  expect(UPSTREAM.length).toBeGreaterThan(120);
  expect(UPSTREAM.filter((key) => !settings.some(({ name }) => coversKey(name, key)))).toEqual([]);
});

test("an ignored or refused setting has a reason", () => {
  expect(settings.filter(({ kind, note }) => kind !== "obeyed" && note.length < 10)).toEqual([]);
});

test("every obeyed setting is read by the host", () => {
  const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
    .filter(
      (file) =>
        file.endsWith(".ts") && !file.includes(".test.") && !/^config\/(?!config\.ts|addresses)/.test(file),
    )
    .map((file) => readFileSync(`server/${file}`, "utf8"))
    .join("\n");
  const unread = settings
    .filter(({ kind }) => kind === "obeyed")
    .map(({ name }) => name.split(".").findLast((part) => part !== "<name>") ?? "")
    .filter((key) => !new RegExp(`\\b${key}\\b`).test(sources));
  expect(unread).toEqual([]);
});

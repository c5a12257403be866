import { existsSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { type SigningKey, signingKeysSchema } from "./gateway/keys.ts";

/**
 * `supabase/config.toml` under its own names (https://supabase.com/docs/guides/local-development/cli/config), with the
 * CLI's defaults. Sections that only the CLI needs (studio, ports, analytics) are read past.
 */
const duration = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text, context) => {
      const seconds = secondsOf(text);
      if (seconds === null)
        context.addIssue({ code: "custom", message: `"${text}" is not a duration such as "1m30s"` });
      return seconds ?? 0;
    });

const hook = z
  .object({ enabled: z.boolean().default(true), uri: z.string() })
  .transform(({ enabled, uri }, context) => {
    const match = /^pg-functions:\/\/[^/]+\/([a-z_][a-z0-9_$]*)\/([a-z_][a-z0-9_$]*)$/i.exec(uri);
    if (!match) {
      context.addIssue({
        code: "custom",
        path: ["uri"],
        message: `"${uri}" is not pg-functions://postgres/<schema>/<function>, the only kind of hook this host calls`,
      });
    }
    return { enabled, schema: match?.[1] ?? "", name: match?.[2] ?? "" };
  });
export type Hook = z.infer<typeof hook>;

const template = z.object({
  subject: z.string().optional(),
  content: z.string().optional(),
  content_path: z.string().optional(),
});

const positive = (standard: number) => z.int().positive().default(standard);
const flag = (standard: boolean) => z.boolean().default(standard);

const email = z
  .object({
    enable_signup: flag(true),
    double_confirm_changes: flag(true),
    enable_confirmations: flag(false),
    secure_password_change: flag(false),
    max_frequency: duration("1s"),
    otp_length: z.int().min(6).max(10).default(6),
    otp_expiry: z.int().min(60).max(86_400).default(3600),
    smtp: z
      .object({
        enabled: flag(true),
        host: z.string().min(1),
        port: z.int().min(1).max(65_535),
        user: z.string().default(""),
        pass: z.string().default(""),
        admin_email: z.string().min(3),
        sender_name: z.string().default(""),
      })
      .optional(),
    template: z.record(z.string(), template).default({}),
  })
  .prefault({});

const sms = z
  .object({
    enable_signup: flag(false),
    enable_confirmations: flag(false),
    template: z.string().default("Your code is {{ .Code }}"),
    max_frequency: duration("5s"),
    test_otp: z.record(z.string(), z.string()).default({}),
    twilio: z
      .object({
        enabled: flag(false),
        account_sid: z.string().default(""),
        message_service_sid: z.string().default(""),
        auth_token: z.string().default(""),
      })
      .refine(
        (twilio) =>
          !twilio.enabled || (twilio.account_sid && twilio.message_service_sid && twilio.auth_token),
        {
          message: "enabled, so account_sid, message_service_sid and auth_token are needed",
        },
      )
      .optional(),
  })
  .prefault({});

/** A section that may stand there, switched off: what it would switch on, this host does not have. */
const notOffered = (what: string) => {
  const off = z.literal(false, { error: `${what} is not part of this host` }).optional();
  return z.object({ enabled: off, enroll_enabled: off, verify_enabled: off }).optional();
};

/** Each counts per address: email_sent and sms_sent per hour for the project, the others per 5 minutes. */
const rateLimit = z
  .object({
    email_sent: positive(30),
    sms_sent: positive(30),
    anonymous_users: positive(30),
    token_refresh: positive(150),
    sign_in_sign_ups: positive(30),
    token_verifications: positive(30),
  })
  .prefault({});

const auth = z
  .object({
    enabled: z.literal(true, { error: "accounts cannot be switched off" }).default(true),
    site_url: z.url().default("http://127.0.0.1:3000"),
    additional_redirect_urls: z.array(z.string().min(1)).default([]),
    jwt_expiry: z.int().min(30).max(604_800).default(3600),
    jwt_issuer: z.url().optional(),
    jwt_secret: z.string().min(16).optional(),
    signing_keys_path: z.string().min(1).optional(),
    enable_refresh_token_rotation: flag(true),
    refresh_token_reuse_interval: z.int().min(0).max(3600).default(10),
    enable_signup: flag(true),
    enable_anonymous_sign_ins: z
      .literal(false, { error: "anonymous sign-ins are not part of this host" })
      .default(false),
    minimum_password_length: z.int().min(6).max(72).default(6),
    password_requirements: z
      .enum(["", "letters_digits", "lower_upper_letters_digits", "lower_upper_letters_digits_symbols"])
      .default(""),
    rate_limit: rateLimit,
    email,
    sms,
    sessions: z
      .object({
        timebox: duration("0s"),
        inactivity_timeout: duration("0s"),
        // Not among the CLI's names; GOTRUE_SESSIONS_SINGLE_PER_USER upstream.
        single_per_user: flag(false),
      })
      .prefault({}),
    mfa: z
      .object({
        max_enrolled_factors: z.int().min(0).max(100).default(10),
        totp: z
          .object({ enroll_enabled: flag(false), verify_enabled: flag(false) })
          .prefault({})
          .refine((totp) => totp.verify_enabled || !totp.enroll_enabled, {
            path: ["enroll_enabled"],
            message: "needs verify_enabled, or nobody could finish an enrolment",
          }),
        phone: notOffered("a factor by phone"),
        web_authn: notOffered("a WebAuthn factor"),
      })
      .prefault({}),
    external: z.record(z.string(), notOffered("sign-in by another provider")).default({}),
    captcha: notOffered("a captcha"),
    web3: z.record(z.string(), notOffered("sign-in by wallet")).default({}),
    third_party: z.record(z.string(), notOffered("another project's tokens")).default({}),
    oauth_server: notOffered("an OAuth server"),
    hook: z
      .object({
        before_user_created: hook.optional(),
        password_verification_attempt: hook.optional(),
        mfa_verification_attempt: hook.optional(),
        custom_access_token: hook.optional(),
      })
      .strict()
      .prefault({}),
  })
  .prefault({});

const schema = z.object({
  project_id: z.string().default("project"),
  api: z
    .object({
      enabled: flag(true),
      schemas: z.array(z.string().min(1)).min(1).default(["public", "graphql_public"]),
      extra_search_path: z.array(z.string().min(1)).default(["public", "extensions"]),
      max_rows: positive(1000),
    })
    .prefault({})
    .refine(({ schemas }) => !schemas.some((name) => ["host", "private", "auth"].includes(name)), {
      path: ["schemas"],
      message: "the schemas auth, host and private are never exposed",
    }),
  auth,
  functions: z.record(z.string(), z.object({ enabled: flag(true), verify_jwt: flag(true) })).default({}),
});

export type Config = z.infer<typeof schema> & {
  /** The folder the settings came from; template and key paths are inside it. */
  dir: string;
  /** Keys of `auth.signing_keys_path`, which come before the data folder's own; empty when it is not set. */
  signingKeys: SigningKey[];
  /** A project that names a jwt_secret and no signing keys signs with it, as the CLI has it. */
  signsWithSecret: boolean;
};
export type AuthConfig = Config["auth"];

/** A setting that cannot be: the message names it, as `auth.email.otp_length: ...`. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * The settings of a `supabase/` folder; without a config.toml, the defaults. `env(NAME)` values are taken from
 * `environment`. Throws ConfigError naming every setting that is impossible.
 */
export function loadConfig(
  supabaseDir: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): Config {
  const path = join(supabaseDir, "config.toml");
  const parsed = schema.safeParse(withEnvironment(existsSync(path) ? parseToml(path) : {}, environment));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`${path} has settings that cannot be:\n${lines.join("\n")}`);
  }
  const config = parsed.data;
  return {
    ...config,
    dir: supabaseDir,
    signingKeys: readSigningKeys(supabaseDir, config.auth.signing_keys_path),
    signsWithSecret: config.auth.jwt_secret !== undefined && config.auth.signing_keys_path === undefined,
  };
}

/** The path of a file that a setting names, which must lie inside the folder. Throws ConfigError. */
export function pathInside(dir: string, relative: string): string {
  // The CLI resolves template paths against the project's root, so "./supabase/templates/x.html" is the usual form.
  const path = resolve(dir, relative.replace(/^(\.\/)?supabase\//, ""));
  if (!path.startsWith(resolve(dir) + sep)) throw new ConfigError(`${relative} lies outside ${dir}`);
  return path;
}

function parseToml(path: string): unknown {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ConfigError(`${path} is not TOML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Null for what is no JSON, which no schema takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readSigningKeys(dir: string, relative: string | undefined): SigningKey[] {
  if (!relative) return [];
  const path = pathInside(dir, relative);
  if (!existsSync(path)) throw new ConfigError(`auth.signing_keys_path: ${path} does not exist`);
  const keys = signingKeysSchema.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!keys.success) throw new ConfigError(`auth.signing_keys_path: ${z.prettifyError(keys.error)}`);
  if (new Set(keys.data.map(({ kid }) => kid)).size < keys.data.length) {
    throw new ConfigError(`auth.signing_keys_path: two keys of ${path} have the same kid`);
  }
  return keys.data;
}

function withEnvironment(value: unknown, environment: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === "string") {
    const name = /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/.exec(value)?.[1];
    return name === undefined ? value : (environment[name] ?? "");
  }
  if (Array.isArray(value)) return value.map((item) => withEnvironment(item, environment));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, withEnvironment(item, environment)]),
    );
  }
  return value;
}

/** Go's duration text ("1m30s", "24h", "500ms") in seconds, or null. */
export function secondsOf(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null;
  const units: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    seconds += Number(amount) * (units[unit ?? "s"] ?? 1);
  }
  return seconds;
}

import { z } from "zod";
import { externalSettings } from "./external-settings.ts";
import { duration, flag, ignored, missing, positive, unsupported } from "./fields.ts";

const hook = z
  .object({ enabled: z.boolean().optional(), uri: z.string().default("") })
  .transform(({ uri, enabled = uri !== "" }, context) => {
    const match = /^pg-functions:\/\/[^/]+\/([a-z_][a-z0-9_$]*)\/([a-z_][a-z0-9_$]*)$/i.exec(uri);
    if (!match && enabled) {
      context.addIssue({
        code: "custom",
        path: ["uri"],
        message: `"${uri}" is not pg-functions://postgres/<schema>/<function>, the only kind of hook this host calls`,
      });
    }
    return { enabled, uri, schema: match?.[1] ?? "", name: match?.[2] ?? "" };
  });
export type Hook = z.infer<typeof hook>;

const template = z.object({
  subject: z.string().optional(),
  content: z.string().optional(),
  content_path: z.string().optional(),
});

/** Reads the provider's switch under both names that the CLI has used. */
function withEnabled<Settings extends { enabled?: boolean | undefined; enable_signup?: boolean | undefined }>(
  settings: Settings,
  standard: boolean,
): Settings & { enabled: boolean } {
  return { ...settings, enabled: settings.enabled ?? settings.enable_signup ?? standard };
}

const email = z
  .object({
    enabled: z.boolean().optional(),
    enable_signup: z.boolean().optional(),
    double_confirm_changes: flag(true),
    enable_confirmations: flag(false),
    secure_password_change: flag(false),
    require_current_password: z
      .literal(false, { error: "this host does not ask for the current password" })
      .optional(),
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
    notification: z.record(z.string(), missing("this host sends no such email")).default({}),
  })
  .prefault({})
  .transform((settings) => withEnabled(settings, true));

const sms = z
  .object({
    enabled: z.boolean().optional(),
    enable_signup: z.boolean().optional(),
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
          message: "needs account_sid, message_service_sid and auth_token when enabled",
        },
      )
      .optional(),
    twilio_verify: unsupported("Twilio Verify"),
    messagebird: unsupported("MessageBird"),
    textlocal: unsupported("Textlocal"),
    vonage: unsupported("Vonage"),
  })
  .prefault({})
  .transform((settings) => withEnabled(settings, false));

/** Limits per IP address: email_sent, sms_sent and anonymous_users per hour, the others per five minutes. */
const rateLimit = z
  .object({
    email_sent: positive(30),
    sms_sent: positive(30),
    anonymous_users: positive(30),
    token_refresh: positive(150),
    sign_in_sign_ups: positive(30),
    token_verifications: positive(30),
    web3: ignored("this host offers no sign-in with a wallet"),
  })
  .prefault({});

const canFinishEnrolment = (factor: { enroll_enabled: boolean; verify_enabled: boolean }) =>
  factor.verify_enabled || !factor.enroll_enabled;
const CANNOT_FINISH_ENROLMENT = {
  path: ["enroll_enabled"],
  message: "needs verify_enabled, because enrolment ends with a verification",
};

/** The WebAuthn relying party; SITE_URL's host and origin by default. */
const relyingParty = z
  .object({
    rp_display_name: z.string().default(""),
    rp_id: z
      .string()
      .regex(/^[a-z0-9.-]*$/)
      .default(""),
    // A variable that is not set leaves an empty text.
    rp_origins: z
      .array(z.union([z.literal(""), z.url()]))
      .default([])
      .transform((origins) => origins.filter((origin) => origin !== "")),
  })
  .refine(({ rp_id, rp_origins }) => rp_origins.every((origin) => isUnder(origin, rp_id)), {
    path: ["rp_origins"],
    message: "must be rp_id or a subdomain of it",
  })
  .prefault({});

function isUnder(origin: string, rpId: string): boolean {
  const { hostname } = new URL(origin);
  return rpId === "" || hostname === rpId || hostname.endsWith(`.${rpId}`);
}

const KEYS =
  "`npm run keys` prints the keys of the data folder; tokens that jwt_secret or a signing key signs work too";

/** `[auth]`. */
export const authSettings = z
  .object({
    enabled: flag(true),
    // The application's address; addresses.ts has the default.
    site_url: z.url().optional(),
    external_url: ignored("the auth service has the API's address: api.external_url, with the path /auth/v1"),
    additional_redirect_urls: z.array(z.string().min(1)).default([]),
    jwt_expiry: z.int().min(30).max(604_800).default(3600),
    jwt_issuer: z.url().optional(),
    // Any token that is signed with jwt_secret or a signing key is accepted as a key.
    anon_key: ignored(KEYS),
    service_role_key: ignored(KEYS),
    publishable_key: ignored(KEYS),
    secret_key: ignored(KEYS),
    jwt_secret: z.string().min(16).optional(),
    signing_keys_path: z.string().min(1).optional(),
    enable_refresh_token_rotation: flag(true),
    refresh_token_reuse_interval: z.int().min(0).max(3600).default(10),
    enable_signup: flag(true),
    enable_anonymous_sign_ins: flag(false),
    enable_manual_linking: flag(false),
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
        // Not a setting of the CLI; GoTrue's GOTRUE_SESSIONS_SINGLE_PER_USER.
        single_per_user: flag(false),
      })
      .prefault({}),
    mfa: z
      .object({
        max_enrolled_factors: z.int().min(0).max(100).default(10),
        totp: z
          .object({ enroll_enabled: flag(false), verify_enabled: flag(false) })
          .prefault({})
          .refine(canFinishEnrolment, CANNOT_FINISH_ENROLMENT),
        phone: z
          .object({
            enroll_enabled: flag(false),
            verify_enabled: flag(false),
            otp_length: z.int().min(6).max(10).default(6),
            template: z.string().default("Your code is {{ .Code }}"),
            max_frequency: duration("5s"),
          })
          .prefault({})
          .refine(canFinishEnrolment, CANNOT_FINISH_ENROLMENT),
        web_authn: z
          .object({ enroll_enabled: flag(false), verify_enabled: flag(false) })
          .prefault({})
          .refine(canFinishEnrolment, CANNOT_FINISH_ENROLMENT),
      })
      .prefault({}),
    webauthn: relyingParty,
    passkey: z.object({ enabled: flag(false) }).prefault({}),
    external: externalSettings,
    captcha: unsupported("a captcha"),
    web3: z.record(z.string(), missing("this host offers no sign-in with a wallet")).default({}),
    third_party: z.record(z.string(), missing("this host accepts no tokens of other issuers")).default({}),
    oauth_server: missing("this host has no OAuth server"),
    hook: z
      .object({
        before_user_created: hook.optional(),
        password_verification_attempt: hook.optional(),
        mfa_verification_attempt: hook.optional(),
        custom_access_token: hook.optional(),
        send_sms: hook.optional(),
        send_email: z
          .looseObject({ enabled: z.literal(false, { error: "emails are sent by SMTP, not by a hook" }) })
          .optional(),
      })
      .strict()
      .prefault({}),
  })
  .prefault({});

import { z } from "zod";
import { flag } from "./fields.ts";

/** Issuers of well-known providers. Any other provider sets its `url`. */
export const ISSUERS: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  azure: "https://login.microsoftonline.com/common/v2.0",
  facebook: "https://www.facebook.com",
  gitlab: "https://gitlab.com",
  google: "https://accounts.google.com",
  kakao: "https://kauth.kakao.com",
  linkedin_oidc: "https://www.linkedin.com/oauth",
  slack_oidc: "https://slack.com",
  twitch: "https://id.twitch.tv/oauth2",
};

/** Providers with OAuth 2 only for sign-in by redirect (auth/external/oauth2-providers.ts). Facebook has ID tokens too. */
const OAUTH2_NAMES = ["discord", "facebook", "github"] as const;
export type OAuth2Name = (typeof OAUTH2_NAMES)[number];

const provider = z.object({
  enabled: flag(false),
  client_id: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((id) => id.trim() || [])),
  url: z.string().default(""),
  skip_nonce_check: flag(false),
  /** For sign-in by redirect. Apple's is a JWT that its console's key signs. */
  secret: z.string().default(""),
  /** The callback that the provider knows, if it is not /auth/v1/callback of this host. */
  redirect_uri: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
  /** Accepts accounts whose provider has no email for them. */
  email_optional: flag(false),
});

/**
 * `[auth.external.*]`: OpenID Connect providers, for sign-in by redirect or with an ID token, and those of OAUTH2_NAMES, for
 * sign-in by redirect.
 */
export const externalSettings = z
  .record(z.string().regex(/^[a-z][a-z0-9_]*$/), provider)
  .superRefine((providers, context) => {
    for (const [name, { enabled, client_id, url }] of Object.entries(providers)) {
      if (!enabled) continue;
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [name, field], message });
      if (client_id.length === 0)
        refuse("client_id", "is required: the audience of the provider's ID tokens");
      const isOAuth2 = OAUTH2_NAMES.some((one) => one === name);
      if (url === "" && !ISSUERS[name] && !isOAuth2) {
        refuse(
          "url",
          `is required: the provider's issuer (without OpenID Connect this host knows ${OAUTH2_NAMES.join(", ")})`,
        );
      }
      if (url !== "" && !isSafeAddress(url)) refuse("url", `"${url}" is not an HTTPS URL`);
    }
  })
  .default({});

/**
 * The issuer of a provider; undefined for an unknown one. Microsoft's `url` is the tenant's address, as in GoTrue, and
 * its issuer is below it.
 */
export function issuerOf(name: string, settings: { url: string } | undefined): string | undefined {
  const url = settings?.url || ISSUERS[name];
  const isTenant =
    name === "azure" && url !== undefined && /^https:\/\/login\.microsoftonline\.com\/[^/]+\/?$/.test(url);
  return isTenant ? `${url.replace(/\/$/, "")}/v2.0` : url;
}

/** True for HTTPS, where nobody can replace the keys in transit, and for this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

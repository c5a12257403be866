import type { JWTPayload } from "jose";
import { z } from "zod";
import type { ExternalIdentity } from "./external-account.ts";

/** Providers may send other types; those claims are dropped. */
const text = z.string().max(2048).optional().catch(undefined);
const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(512),
  email: z.email().max(254).toLowerCase().optional().catch(undefined),
  /** Apple and LinkedIn send it as text. */
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
    .optional()
    .catch(false),
  /** Microsoft's verification of an email's domain (https://learn.microsoft.com/entra/identity-platform/optional-claims-reference). */
  xms_edov: z.union([z.boolean(), z.string(), z.number()]).optional().catch(undefined),
  is_private_email: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  auth_time: z.number().optional().catch(undefined),
  hd: text,
  name: text,
  family_name: text,
  given_name: text,
  middle_name: text,
  nickname: text,
  preferred_username: text,
  picture: text,
  locale: text,
  zoneinfo: text,
});
type Claims = z.output<typeof claims>;

/** Providers that only put confirmed emails into an ID token. */
const CONFIRM_EVERY_EMAIL = ["apple", "facebook", "kakao"];

/**
 * The identity in an ID token, with the metadata that GoTrue keeps. Null if the subject or a required email is missing.
 * `emailOptional` is the provider's setting email_optional.
 */
export function identityFromClaims(
  provider: string,
  payload: JWTPayload,
  emailOptional: boolean,
): ExternalIdentity | null {
  const parsed = claims.safeParse(payload);
  if (!parsed.success) return null;
  const given = parsed.data;
  const email = given.email ?? "";
  const named =
    provider === "apple" || provider === "google" || provider === "facebook" || provider === "kakao";
  if (!email && !named && !emailOptional) return null;
  const emailVerified =
    email !== "" &&
    (given.email_verified === true ||
      CONFIRM_EVERY_EMAIL.includes(provider) ||
      (provider === "azure" && ["true", "1"].includes(String(given.xms_edov))));
  const data = {
    iss: given.iss,
    sub: given.sub,
    ...(email ? { email } : {}),
    email_verified: emailVerified,
    phone_verified: false,
    ...withoutUndefined(profileOf(provider, given)),
  };
  return { provider, subject: given.sub, email, emailVerified, data };
}

function profileOf(provider: string, given: Claims): Record<string, unknown> {
  const { iss: _iss, sub, email: _email, email_verified: _verified, xms_edov: _domain, ...profile } = given;
  const { is_private_email, auth_time, hd, ...standard } = profile;
  switch (provider) {
    case "google": {
      const { name, picture } = profile;
      return {
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        provider_id: sub,
        custom_claims: customClaims({ hd }),
      };
    }
    case "apple":
      return { provider_id: sub, custom_claims: customClaims({ is_private_email, auth_time }) };
    case "kakao":
      return {
        name: profile.nickname,
        preferred_username: profile.nickname,
        picture: profile.picture,
        provider_id: sub,
      };
    case "facebook":
      return { name: profile.name, picture: profile.picture, provider_id: sub };
    default:
      return standard;
  }
}

function customClaims(values: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = withoutUndefined(values);
  return Object.keys(kept).length > 0 ? kept : undefined;
}

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/**
 * Providers with OAuth 2 only, without OpenID Connect: their API tells who signed in. Addresses, scopes and stored claims
 * as in github.com/supabase/auth, internal/api/provider/{discord,facebook,github}.go.
 */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { OAuth2Name } from "../../config/external-settings.ts";
import type { ExternalIdentity } from "./external-account.ts";

export interface OAuth2Provider {
  /** The `iss` that the account stores. */
  issuer: string;
  /** Where the browser signs in. */
  authorization: string;
  /** Where a code is exchanged. */
  token: string;
  scopes: readonly string[];
  /**
   * Who signed in. `read` requests JSON with the access token `token`, and throws if it is refused; an answer of another
   * shape throws a ZodError.
   */
  account(read: (url: string) => Promise<unknown>, token: string): Promise<OAuth2Account>;
}

export interface OAuth2Account {
  subject: string;
  /** Null if the provider has none. */
  email: { address: string; isVerified: boolean } | null;
  /** Further claims. Undefined ones are not stored. */
  claims: Readonly<Record<string, unknown>>;
}

interface Settings {
  /** The address that takes the place of all of the provider's own, such as a GitHub Enterprise Server. Empty for none. */
  url: string;
  secret: string;
}

/** Words of a person's profile; other types are dropped. */
const text = z.string().max(2048).nullish().catch(undefined);
const email = z.email().max(254).toLowerCase().nullish().catch(undefined);
const id = z.string().min(1).max(512);

const githubUser = z.object({ id: z.number().int(), login: text, name: text, avatar_url: text });
const githubEmails = z.array(z.object({ email, primary: z.boolean(), verified: z.boolean() })).max(1000);

function github({ url }: Settings): OAuth2Provider {
  const web = hostOf(url, "https://github.com");
  // An Enterprise Server has its API below its own address.
  const api = url === "" ? "https://api.github.com" : `${web}/api/v3`;
  return {
    issuer: api,
    authorization: `${web}/login/oauth/authorize`,
    token: `${web}/login/oauth/access_token`,
    scopes: ["user:email"],
    async account(read) {
      const user = githubUser.parse(await read(`${api}/user`));
      // The profile's own email may be hidden or stale.
      const primary = githubEmails.parse(await read(`${api}/user/emails`)).find((one) => one.primary);
      const names = { name: user.name, full_name: user.name };
      return {
        subject: String(user.id),
        email: primary?.email ? { address: primary.email, isVerified: primary.verified } : null,
        claims: {
          ...names,
          preferred_username: user.login,
          user_name: user.login,
          avatar_url: user.avatar_url,
        },
      };
    },
  };
}

const facebookUser = z.object({
  id,
  email,
  first_name: text,
  last_name: text,
  name: text,
  picture: z
    .object({ data: z.object({ url: text }) })
    .optional()
    .catch(undefined),
});

function facebook({ url, secret }: Settings): OAuth2Provider {
  const graph = hostOf(url, "https://graph.facebook.com");
  const profile = `${graph}/me?fields=email,first_name,last_name,name,picture`;
  return {
    issuer: profile,
    authorization: `${hostOf(url, "https://www.facebook.com")}/dialog/oauth`,
    token: `${graph}/oauth/access_token`,
    scopes: ["email"],
    async account(read, token) {
      // https://developers.facebook.com/docs/graph-api/guides/secure-requests: a stolen token alone is useless.
      const proof = createHmac("sha256", secret).update(token).digest("hex");
      const user = facebookUser.parse(await read(`${profile}&appsecret_proof=${proof}`));
      const name = `${user.first_name ?? ""} ${user.last_name ?? ""}`.trim() || undefined;
      const picture = user.picture?.data.url;
      return {
        subject: user.id,
        // Facebook tells only emails that it has verified.
        email: user.email ? { address: user.email, isVerified: true } : null,
        claims: {
          name,
          full_name: name,
          nickname: user.name,
          slug: user.name,
          picture,
          avatar_url: picture,
        },
      };
    },
  };
}

const discordUser = z.object({
  id,
  email,
  username: text,
  global_name: text,
  discriminator: text,
  avatar: text,
  verified: z.boolean().optional().catch(false),
});

function discord({ url }: Settings): OAuth2Provider {
  const api = `${hostOf(url, "https://discord.com")}/api`;
  return {
    issuer: api,
    authorization: `${api}/oauth2/authorize`,
    token: `${api}/oauth2/token`,
    scopes: ["email", "identify"],
    async account(read) {
      const user = discordUser.parse(await read(`${api}/users/@me`));
      const discriminator = user.discriminator ?? "0";
      // https://discord.com/developers/docs/reference#image-formatting
      const picture = user.avatar
        ? `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.${user.avatar.startsWith("a_") ? "gif" : "png"}`
        : `https://cdn.discordapp.com/embed/avatars/${Number(discriminator) % 5 || 0}.png`;
      return {
        subject: user.id,
        email: user.email ? { address: user.email, isVerified: user.verified === true } : null,
        claims: {
          name: `${user.username ?? ""}#${discriminator}`,
          full_name: user.username,
          picture,
          avatar_url: picture,
          custom_claims: { global_name: user.global_name ?? "" },
        },
      };
    },
  };
}

const KINDS: Readonly<Record<OAuth2Name, (settings: Settings) => OAuth2Provider>> = {
  discord,
  facebook,
  github,
};

/** The provider of this name; undefined if it speaks OpenID Connect. */
export function findOAuth2Provider(name: string, settings: Settings): OAuth2Provider | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name as OAuth2Name](settings) : undefined;
}

/** The identity of an account with the metadata that GoTrue keeps. Null if a required email is missing. */
export function identityOfAccount(
  name: string,
  { issuer }: OAuth2Provider,
  { subject, email: given, claims }: OAuth2Account,
  emailOptional: boolean,
): ExternalIdentity | null {
  if (!given && !emailOptional) return null;
  const emailVerified = given?.isVerified === true;
  const data = {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    ...(given ? { email: given.address } : {}),
    email_verified: emailVerified,
    phone_verified: false,
    ...Object.fromEntries(
      Object.entries(claims).filter(([, value]) => value !== undefined && value !== null),
    ),
  };
  return { provider: name, subject, email: given?.address ?? "", emailVerified, data };
}

function hostOf(url: string, usual: string): string {
  return (url || usual).replace(/\/+$/, "");
}

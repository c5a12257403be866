/**
 * The addresses of providers with OAuth 2 only, in front of `oidc-provider`, which issues and checks the codes and tokens:
 * their sign-in and token addresses, and the answers of their APIs as their documentation describes them.
 */
import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { CLIENT, type ProviderPerson, REFUSES } from "./provider-people.ts";

const SIGN_IN: Readonly<Record<string, string>> = {
  "/login/oauth/authorize": "/auth",
  "/login/oauth/access_token": "/token",
  "/dialog/oauth": "/auth",
  "/oauth/access_token": "/token",
  "/api/oauth2/authorize": "/auth",
  "/api/oauth2/token": "/token",
};

/** Scopes that the APIs ask for. */
export const OAUTH2_SCOPES = ["user:email", "identify"];

/** The address of `oidc-provider` that takes the place of a provider's own. */
export function withoutNames(address: string): string {
  const [path = "", query] = address.split("?");
  return [SIGN_IN[path] ?? path, query].filter((part) => part !== undefined).join("?");
}

type Answer = (person: ProviderPerson, url: URL, token: string) => unknown;

const APIS: Readonly<Record<string, Answer>> = {
  // https://docs.github.com/en/rest/users/users#get-the-authenticated-user
  "/api/v3/user": ({ sub, name }) => ({
    login: `login-${sub}`,
    id: Number(sub.replace(/\D/g, "")),
    avatar_url: "https://avatars.example/1",
    name: name ?? null,
    email: "an.old.public.address@example.com",
  }),
  // https://docs.github.com/en/rest/users/emails
  "/api/v3/user/emails": ({ email, email_verified }) => [
    { email: "second@example.com", primary: false, verified: true, visibility: null },
    ...(email ? [{ email, primary: true, verified: email_verified === true, visibility: "private" }] : []),
  ],
  // https://developers.facebook.com/docs/graph-api/guides/secure-requests: refused without the proof.
  "/me": ({ sub, email, name = "" }, url, token) => {
    const proof = createHmac("sha256", CLIENT.secret).update(token).digest("hex");
    if (url.searchParams.get("appsecret_proof") !== proof) return null;
    const [first_name, last_name] = name.split(" ");
    const picture = {
      data: { height: 50, width: 50, is_silhouette: false, url: "https://pictures.example/1" },
    };
    const all: Record<string, unknown> = { email, first_name, last_name, name, picture };
    const fields = url.searchParams.get("fields")?.split(",") ?? [];
    return { id: sub, ...Object.fromEntries(fields.map((field) => [field, all[field]])) };
  },
  // https://discord.com/developers/docs/resources/user#user-object
  "/api/users/@me": ({ sub, email, email_verified, name }) => ({
    id: sub,
    username: `user.${sub}`,
    discriminator: "0",
    global_name: name ?? null,
    avatar: "a_1269e74af4df7417b13759eae50c83dc",
    verified: email_verified === true,
    email: email ?? null,
  }),
};

/**
 * Answers a request to an API for the person of its access token, or refuses it if the person's name is REFUSES. False for any
 * other address.
 */
export async function answerApi(
  provider: Provider,
  people: ReadonlyMap<string, ProviderPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? "", "http://host");
  const api = APIS[url.pathname];
  // `oidc-provider` has its UserInfo at /me too.
  if (!api || (api === APIS["/me"] && !url.searchParams.has("fields"))) return false;
  const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const found = await provider.AccessToken.find(token);
  const person = [...people.values()].find(({ sub }) => sub === found?.accountId);
  const answer = person && person.name !== REFUSES && api(person, url, token);
  response.writeHead(answer ? 200 : 401, { "content-type": "application/json" });
  response.end(JSON.stringify(answer || { message: "Bad credentials" }));
  return true;
}

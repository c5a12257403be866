/** The OpenID Connect provider `oidc-provider` on loopback, and a browser without a screen that follows its redirects. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type KoaContextWithOIDC } from "oidc-provider";
import { answerApi, OAUTH2_SCOPES, withoutNames } from "./oauth2-apis.ts";
import { CLIENT, type ProviderPerson, REFUSES } from "./provider-people.ts";

export interface OpenIdProvider {
  url: string;
  /** The settings of `[auth.external.<name>]`. */
  settings: { enabled: boolean; client_id: string; secret: string; url: string };
  /** The callbacks that the provider accepts. Call it before the first sign-in. */
  register(...callbacks: string[]): void;
  /** The account that signs in with this `login_hint`, or with this name on the page. */
  people: Map<string, ProviderPerson>;
  stop(): Promise<void>;
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "test" }] };
  const people = new Map<string, ProviderPerson>();
  let provider: Provider | undefined;
  let handle: ReturnType<Provider["callback"]> | undefined;
  const server = createServer(async (request, response) => {
    // A browser requests the icon of every page, and logs an error if there is none.
    if (request.url === "/favicon.ico") return void response.writeHead(204).end();
    const [, id] = /^\/interaction\/([\w-]+)/.exec(request.url ?? "") ?? [];
    if (!provider || !handle) return void response.writeHead(503).end();
    if (id) return void interact(provider, people, request, response);
    if (await answerApi(provider, people, request, response)) return;
    request.url = withoutNames(request.url ?? "");
    return void handle(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const register = (...callbacks: string[]) => {
    provider = new Provider(url, {
      jwks,
      cookies: { keys: ["a key of the test"] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: callbacks,
          grant_types: ["authorization_code", "refresh_token"],
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      scopes: ["openid", "email", "profile", "offline_access", ...OAUTH2_SCOPES],
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, AuthorizationCode: 60, IdToken: 60 },
      findAccount: (_, sub) => {
        const person = [...people.values()].find((one) => one.sub === sub);
        return person && { accountId: sub, claims: () => ({ ...person }) };
      },
      loadExistingGrant: async (context: KoaContextWithOIDC) => {
        const { client, session } = context.oidc;
        const grant = new context.oidc.provider.Grant({
          clientId: client?.clientId ?? "",
          accountId: session?.accountId ?? "",
        });
        grant.addOIDCScope(["openid email profile offline_access", ...OAUTH2_SCOPES].join(" "));
        await grant.save();
        return grant;
      },
    });
    handle = provider.callback();
  };
  return {
    url,
    settings: { enabled: true, client_id: CLIENT.id, secret: CLIENT.secret, url },
    register,
    people,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

/** The sign-in page. A person who is named by `login_hint` is signed in at once. */
async function interact(
  provider: Provider,
  people: ReadonlyMap<string, ProviderPerson>,
  request: Parameters<Provider["interactionDetails"]>[0],
  response: Parameters<Provider["interactionDetails"]>[1],
): Promise<void> {
  const { params, uid } = await provider.interactionDetails(request, response);
  const name = new URL(request.url ?? "", "http://host").searchParams.get("as") ?? params.login_hint;
  if (name === undefined) {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>Provider</title><form action="/interaction/${uid}">
      <label>Name <input name="as"></label><button>Allow</button>
      <button name="as" value="${REFUSES}">Deny</button></form>`);
    return;
  }
  const person = people.get(String(name));
  const result =
    name === REFUSES || !person
      ? { error: "access_denied", error_description: "The user did not consent" }
      : { login: { accountId: person.sub, remember: false } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Follows redirects with cookies, as a browser does, until an address begins with `end`. */
export async function browse(start: string, end: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = new URL(start);
  for (let step = 0; step < 12; step += 1) {
    if (address.href.startsWith(end)) return address;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${address} answered ${response.status} ${await response.text()}`);
    address = new URL(location, address);
  }
  throw new Error(`${start} does not lead to ${end}`);
}

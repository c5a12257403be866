import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "../gateway/cors.ts";
import { GatewayError } from "../gateway/errors.ts";
import { sameKey } from "../gateway/keys.ts";
import { securityHeaders } from "../gateway/security-headers.ts";
import type { AuthDeps } from "./deps.ts";
import { createUser } from "./endpoints/admin/create-user.ts";
import { deleteUser } from "./endpoints/admin/delete-user.ts";
import { listFactors, removeFactor, renameFactor } from "./endpoints/admin/factors.ts";
import { generateLink } from "./endpoints/admin/generate-link.ts";
import { invite } from "./endpoints/admin/invite.ts";
import { getUserById, listUsers } from "./endpoints/admin/list-users.ts";
import { updateUserById } from "./endpoints/admin/update-user-by-id.ts";
import { authorize } from "./endpoints/authorize.ts";
import { callback } from "./endpoints/callback.ts";
import { challengeFactor } from "./endpoints/factors/challenge-factor.ts";
import { enrollFactor } from "./endpoints/factors/enroll-factor.ts";
import { unenrollFactor } from "./endpoints/factors/unenroll-factor.ts";
import { verifyFactor } from "./endpoints/factors/verify-factor.ts";
import { getUser } from "./endpoints/get-user.ts";
import { token } from "./endpoints/grants/token.ts";
import { linkIdentity, unlinkIdentity } from "./endpoints/identities.ts";
import { logout } from "./endpoints/logout.ts";
import {
  createSsoProvider,
  findSsoProvider,
  listSsoProviders,
  singleSignOn,
} from "./endpoints/not-offered.ts";
import { otp } from "./endpoints/otp.ts";
import {
  passkeyAuthenticationOptions,
  verifyPasskeyAuthentication,
} from "./endpoints/passkeys/authentication.ts";
import {
  listOwnPasskeys,
  listPasskeysOf,
  removeOwnPasskey,
  removePasskeyOf,
  renameOwnPasskey,
} from "./endpoints/passkeys/manage.ts";
import { passkeyRegistrationOptions, verifyPasskeyRegistration } from "./endpoints/passkeys/registration.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { resend } from "./endpoints/resend.ts";
import { health, settings } from "./endpoints/settings.ts";
import { signup } from "./endpoints/signup.ts";
import { updateUser } from "./endpoints/update-user.ts";
import { verify } from "./endpoints/verify.ts";
import { verifyLink } from "./endpoints/verify-link.ts";
import { AuthError, answerError } from "./errors.ts";

type Endpoint = (c: Context, deps: AuthDeps) => Response | Promise<Response>;

/** Serves /auth/v1 with GoTrue's API (https://github.com/supabase/auth, openapi.yaml). Mount it at the root. */
export function createAuth(deps: AuthDeps): Hono {
  const app = new Hono().basePath("/auth/v1");
  app.onError((error, c) => answerError(error, c, deps));
  app.use(cors(["x-total-count", "link"]));
  app.use(securityHeaders());
  app.use(async (c, next) => {
    refuseUnknownKey(c, deps);
    c.header("cache-control", "no-store");
    await next();
  });
  const on = (endpoint: Endpoint) => (c: Context) => endpoint(c, deps);

  app.post("/signup", on(signup));
  app.post("/token", on(token));
  app.post("/logout", on(logout));
  app.get("/user", on(getUser));
  app.put("/user", on(updateUser));
  app.post("/recover", on(recover));
  app.post("/otp", on(otp));
  app.post("/magiclink", on(otp));
  app.post("/resend", on(resend));
  app.post("/verify", on(verify));
  app.get("/verify", noHead("GET, POST"), on(verifyLink));
  app.get("/reauthenticate", noHead("GET"), on(reauthenticate));
  app.get("/user/identities/authorize", on(linkIdentity));
  app.delete("/user/identities/:identityId", on(unlinkIdentity));
  app.get("/authorize", noHead("GET"), on(authorize));
  app.get("/callback", noHead("GET, POST"), on(callback));
  app.post("/callback", on(callback));
  app.post("/sso", singleSignOn);
  app.get("/sso/saml/metadata", singleSignOn);
  app.post("/sso/saml/acs", singleSignOn);
  app.post("/factors", on(enrollFactor));
  app.post("/factors/:factorId/challenge", on(challengeFactor));
  app.post("/factors/:factorId/verify", on(verifyFactor));
  app.delete("/factors/:factorId", on(unenrollFactor));
  servePasskeys(app, on);
  app.get("/settings", on(settings));
  app.get("/health", health);
  app.get("/.well-known/jwks.json", (c) => {
    c.header("cache-control", "public, max-age=600");
    return c.json(deps.gateway.tokens.jwks());
  });
  app.post("/invite", on(invite));
  app.post("/admin/generate_link", on(generateLink));
  app.post("/admin/users", on(createUser));
  app.get("/admin/users", on(listUsers));
  app.get("/admin/users/:id", on(getUserById));
  app.put("/admin/users/:id", on(updateUserById));
  app.delete("/admin/users/:id", on(deleteUser));
  app.get("/admin/users/:id/factors", on(listFactors));
  app.put("/admin/users/:id/factors/:factorId", on(renameFactor));
  app.delete("/admin/users/:id/factors/:factorId", on(removeFactor));
  app.get("/admin/sso/providers", on(listSsoProviders));
  app.post("/admin/sso/providers", on(createSsoProvider));
  for (const method of ["GET", "PUT", "DELETE"]) {
    app.on(method, "/admin/sso/providers/:id", on(findSsoProvider));
  }
  app.all("/*", () => {
    throw new AuthError(404, "unknown", "requested path is invalid");
  });
  return app;
}

function servePasskeys(
  app: Hono,
  on: (endpoint: Endpoint) => (c: Context) => Response | Promise<Response>,
): void {
  app.post("/passkeys/authentication/options", on(passkeyAuthenticationOptions));
  app.post("/passkeys/authentication/verify", on(verifyPasskeyAuthentication));
  app.post("/passkeys/registration/options", on(passkeyRegistrationOptions));
  app.post("/passkeys/registration/verify", on(verifyPasskeyRegistration));
  app.get("/passkeys", on(listOwnPasskeys));
  app.get("/passkeys/", on(listOwnPasskeys));
  app.patch("/passkeys/:passkeyId", on(renameOwnPasskey));
  app.delete("/passkeys/:passkeyId", on(removeOwnPasskey));
  app.get("/admin/users/:id/passkeys", on(listPasskeysOf));
  app.delete("/admin/users/:id/passkeys/:passkeyId", on(removePasskeyOf));
}

/**
 * Refuses HEAD, which Hono would answer with GET's handler. Mail scanners request links with HEAD first and would use
 * up a one-time link. GoTrue refuses HEAD too.
 */
function noHead(allow: string): MiddlewareHandler {
  return async (c, next) => (c.req.method === "HEAD" ? c.body(null, 405, { allow }) : next());
}

/** Refuses an API key of another project, so that its request does not run as anon. */
function refuseUnknownKey(c: Context, { gateway }: AuthDeps): void {
  const key = c.req.header("apikey");
  if (!key?.startsWith("sb_")) return;
  const { publishable_key, secret_key } = gateway.keys;
  if (!sameKey(key, publishable_key) && !sameKey(key, secret_key)) {
    throw new GatewayError("key_unknown", "Invalid API key");
  }
}

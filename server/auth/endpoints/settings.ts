import type { Context } from "hono";
import { type AuthDeps, needsConfirmation } from "../deps.ts";
import { offersPasskeys } from "../passkeys/passkeys.ts";
import { PROVIDERS } from "./not-offered.ts";

/** GET /settings: the sign-in methods that a client may offer. */
export function settings(c: Context, deps: AuthDeps): Response {
  const { auth } = deps.config;
  return c.json({
    external: {
      anonymous_users: auth.enable_anonymous_sign_ins,
      ...Object.fromEntries(PROVIDERS.map((provider) => [provider, false])),
      ...Object.fromEntries(Object.entries(auth.external).map(([name, { enabled }]) => [name, enabled])),
      email: auth.email.enabled,
      phone: auth.sms.enabled,
    },
    disable_signup: !auth.enable_signup,
    mailer_autoconfirm: !needsConfirmation(deps, "email"),
    phone_autoconfirm: !needsConfirmation(deps, "phone"),
    sms_provider: auth.sms.twilio?.enabled ? "twilio" : "",
    saml_enabled: false,
    passkeys_enabled: offersPasskeys(deps),
    // GoTrue does not say so. The page hides what would be refused.
    manual_linking_enabled: auth.enable_manual_linking,
  });
}

/** GET /health, with GoTrue's body. */
export function health(c: Context): Response {
  return c.json({
    version: "v2",
    name: "GoTrue",
    description: "GoTrue is a user registration and authentication API",
  });
}

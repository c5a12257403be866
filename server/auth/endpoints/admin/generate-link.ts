import type { Context } from "hono";
import { z } from "zod";
import { normalEmail } from "../../accounts/identifiers.ts";
import { createAccount } from "../../accounts/new-account.ts";
import { findUser, mergeMetadata, readUser, type User } from "../../accounts/users.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { type LinkType, verificationUrl } from "../../messages/messages.ts";
import { checkPasswordStrength } from "../../passwords/password-rules.ts";
import { requestedRedirect } from "../../redirects.ts";
import { metadata, optionalText, readBody } from "../../request-body.ts";
import { requireAdmin } from "../../sessions/require-session.ts";
import { refuseTaken } from "../../verification/address-change-request.ts";
import { inviteAccount, refuseConfirmed } from "../../verification/invitations.ts";
import { issueToken, type Secret, type TokenColumn } from "../../verification/one-time-tokens.ts";

const types = z.enum(
  ["signup", "invite", "magiclink", "recovery", "email_change_current", "email_change_new"],
  { error: "Invalid email action link type requested" },
);
const body = z.object({
  type: types,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: metadata,
  redirect_to: optionalText,
});
type Request = z.output<typeof body>;
type GeneratedLink = { user: User; secret: Secret; type: Request["type"] };

/**
 * POST /admin/generate_link: returns the link and code of a message for the caller to send. The response is the user
 * with action_link, email_otp, hashed_token, verification_type and redirect_to.
 */
export async function generateLink(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const request = await readBody(c, body);
  const email = normalEmail(request.email);
  const redirectTo = requestedRedirect(c, deps, request.redirect_to || c.req.query("redirect_to"));
  const made = await generate(deps, request, email, clientIp(c, deps));
  const linkType: LinkType = made.type.startsWith("email_change")
    ? "email_change"
    : (made.type as Exclude<typeof made.type, `email_change_${string}`>);
  return c.json({
    ...made.user.json,
    action_link: verificationUrl(deps, made.secret.link, linkType, redirectTo),
    email_otp: made.secret.code,
    hashed_token: made.secret.link,
    verification_type: made.type,
    redirect_to: redirectTo,
  });
}

async function generate(deps: AuthDeps, request: Request, email: string, ip: string): Promise<GeneratedLink> {
  const { type } = request;
  const user = await findUser(deps.database, { kind: "email", value: email });
  switch (type) {
    case "invite":
      return { ...(await inviteAccount(deps, email, request.data ?? {}, ip)), type };
    case "signup":
      return signup(deps, request, email, user, ip);
    case "magiclink":
      // As in GoTrue, a magic link creates the account if there is none.
      if (!user) return signup(deps, { ...request, password: "" }, email, null, ip, true);
      return issue(deps, user, "recovery_token", email, type);
    case "recovery":
      return issue(deps, present(user), "recovery_token", email, type);
    case "email_change_current":
    case "email_change_new":
      return changeEmail(deps, present(user), request, type);
  }
}

async function signup(
  deps: AuthDeps,
  { password, data }: Request,
  email: string,
  existing: User | null,
  ip: string,
  byLinkAlone = false,
): Promise<GeneratedLink> {
  refuseConfirmed(existing);
  if (!existing && !byLinkAlone) {
    if (!password) throw new AuthError(400, "validation_failed", "Signup requires a valid password");
    checkPasswordStrength(password, deps.config.auth);
  }
  const passwordHash = password ? await deps.passwords.hash(password) : null;
  const userMetadata = data ?? {};
  const address = { kind: "email", value: email } as const;
  const user = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    if (!existing) return createAccount(tx, deps, { address, passwordHash, userMetadata, byAdmin: true, ip });
    await mergeMetadata(tx, existing.id, "raw_user_meta_data", userMetadata);
    return existing;
  });
  return issue(deps, user, "confirmation_token", email, "signup");
}

async function changeEmail(
  deps: AuthDeps,
  user: User,
  request: Request,
  type: "email_change_current" | "email_change_new",
): Promise<GeneratedLink> {
  if (type === "email_change_current" && !deps.config.auth.email.double_confirm_changes) {
    const message = "Enable secure email change to generate link for current email";
    throw new AuthError(400, "validation_failed", message);
  }
  const email = normalEmail(request.new_email);
  await refuseTaken(deps, { kind: "email", value: email });
  await deps.database.query(
    "update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1::uuid",
    [user.id, email],
  );
  return type === "email_change_new"
    ? issue(deps, user, "email_change_token_new", email, type)
    : issue(deps, user, "email_change_token_current", user.email, type);
}

function issue(
  deps: AuthDeps,
  { id }: User,
  column: TokenColumn,
  address: string,
  type: Request["type"],
): Promise<GeneratedLink> {
  const digits = deps.config.auth.email.otp_length;
  return deps.database.transaction(AUTH_ROLE, async (tx) => {
    const secret = await issueToken(tx, id, { column, address, digits });
    return { user: await readUser(tx, id), secret, type };
  });
}

function present(user: User | null): User {
  if (user) return user;
  throw new AuthError(404, "user_not_found", "User with this email not found");
}

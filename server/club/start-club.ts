/** Starts a club in the browser with the link that the host has printed. */
import { type Context, Hono } from "hono";
import { z } from "zod";
import { languages } from "../../words/languages.ts";
import { oneIdentifier } from "../auth/accounts/identifiers.ts";
import { createAccount, nullIfTaken, refuseDisabledProvider } from "../auth/accounts/new-account.ts";
import { confirmAddress } from "../auth/accounts/users.ts";
import { audit } from "../auth/audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../auth/deps.ts";
import { AuthError, answerError } from "../auth/errors.ts";
import { checkPasswordStrength } from "../auth/passwords/password-rules.ts";
import { enforceLimit, FIFTEEN_MINUTES, type Limit, refundStatement } from "../auth/rate-limits.ts";
import { optionalText, readBody } from "../auth/request-body.ts";
import { deviceOf, openSession } from "../auth/sessions/sessions.ts";
import { DatabaseError, type Transaction } from "../database/database.ts";
import { cors } from "../gateway/cors.ts";
import { securityHeaders } from "../gateway/security-headers.ts";
import type { Club } from "./club.ts";
import type { FirstStart } from "./first-start.ts";
import { hashOf, lockStartLink, type StartLink } from "./start-links.ts";

export interface StartClubDeps extends AuthDeps {
  club: Club;
  /** Missing in tests. */
  firstStart?: Pick<FirstStart, "offersDemo" | "demo">;
}

/** Wrong tokens of one address. */
const WRONG_LINKS: Limit = { name: "wrong_start_links", max: 10, seconds: FIFTEEN_MINUTES };

const linkBody = z.object({ token: z.string().min(1).max(200) });
const clubBody = z.object({
  ...linkBody.shape,
  name: z.string().max(200),
  time_zone: z.string().min(1).max(100),
  language: z.enum(languages),
  email: optionalText,
  phone: optionalText,
  password: z.string().min(1).max(200),
  /** The organiser's name and language, as at a sign-up. */
  data: z.object({ full_name: z.string().max(200), language: z.enum(languages) }),
});
type ClubBody = z.output<typeof clubBody>;

/**
 * - `POST /start-club/link` { token } answers { state: "open", demo }, `demo` if the host can show a demo, or { state: "used", startedAt } if the club has an admin.
 * - `POST /start-club/club` { token, name, time_zone, language, email or phone, password, data } stores the club's facts,
 *   creates the first admin's account, whose address needs no confirmation, and answers its session. All or nothing.
 * - `POST /start-club/demo` { token } starts a demo beside the club and answers { url }, null while it starts: ask again.
 *
 * All answer 404 invite_not_found for an unknown token, whether or not the club has started, and 429 after ten of one
 * address in 15 minutes. The last two answer 409 user_already_exists if the link was used, 422 email_exists or
 * phone_exists if the address has an account, and 400 validation_failed for what the club cannot have.
 */
export function createStartClub(deps: StartClubDeps): Hono {
  const app = new Hono().basePath("/start-club");
  app.onError((error, c) => answerError(error, c, deps));
  app.use(cors());
  app.use(securityHeaders());
  app.post("/link", async (c) => {
    const { token } = await readBody(c, linkBody);
    const link = await knownLink(c, deps, token);
    const demo = deps.firstStart?.offersDemo === true;
    return c.json(link.state === "open" ? { ...link, demo } : link, 200, { "cache-control": "no-store" });
  });
  app.post("/demo", async (c) => {
    const { token } = await readBody(c, linkBody);
    if ((await knownLink(c, deps, token)).state === "used") throw used();
    return c.json({ url: demoAddress(deps) }, 200, { "cache-control": "no-store" });
  });
  app.post("/club", async (c) => startClub(c, deps, await readBody(c, clubBody)));
  return app;
}

async function startClub(c: Context, deps: StartClubDeps, request: ClubBody): Promise<Response> {
  const { token, password } = request;
  if ((await knownLink(c, deps, token)).state === "used") throw used();
  const address = oneIdentifier(request, "start.");
  refuseDisabledProvider(address, deps);
  checkPasswordStrength(password, deps.config.auth);
  const passwordHash = await deps.passwords.hash(password);
  const ip = clientIp(c, deps);
  const start = async (tx: Transaction) => {
    // Waits for another start with the same link.
    if ((await lockStartLink(tx, token))?.state !== "open") throw used();
    const user = await createAccount(tx, deps, { address, passwordHash, userMetadata: request.data, ip });
    // The link proves that its holder runs the club. A club that cannot send email yet must not lock its organiser out.
    await confirmAddress(tx, user.id, address.kind);
    await tx.query("select private.start_club($1, $2::uuid, $3, $4, $5)", [
      hashOf(token),
      user.id,
      request.name,
      request.time_zone,
      request.language,
    ]);
    await audit(tx, "user_signedup", user.id, ip);
    return openSession(tx, deps, user.id, "password", deviceOf(c, deps));
  };
  const session = await nullIfTaken(deps, () =>
    deps.database.transaction(AUTH_ROLE, start).catch((error: unknown) => {
      throw refusalOf(error);
    }),
  );
  if (!session) throw new AuthError(422, `${address.kind}_exists`, "This address has an account already");
  await deps.club.refresh();
  return c.json(session, 200, { "cache-control": "no-store" });
}

/** Throws 503 if the demo did not start. */
function demoAddress({ firstStart, log }: StartClubDeps): string | null {
  if (!firstStart?.offersDemo) throw new AuthError(404, "unknown", "This host shows no demo");
  try {
    return firstStart.demo();
  } catch (error) {
    log?.("the demo beside the club", error);
    throw new AuthError(503, "unexpected_failure", "The demo did not start");
  }
}

/** Counts the attempt, and takes it back if the token is known. */
async function knownLink(c: Context, deps: AuthDeps, token: string): Promise<StartLink> {
  const subject = [clientIp(c, deps)];
  await enforceLimit(deps.database, WRONG_LINKS, ...subject);
  const link = await deps.database.transaction(AUTH_ROLE, (tx) => lockStartLink(tx, token));
  if (!link) throw new AuthError(404, "invite_not_found", "This link is not valid");
  await deps.database.run(null, [refundStatement({ limit: WRONG_LINKS, subject })]);
  return link;
}

function used(): AuthError {
  return new AuthError(409, "user_already_exists", "This club has started already");
}

/** What the database refuses about the club's name, time zone and language. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === "22023" || error.code === "SL008")
    return new AuthError(400, "validation_failed", error.message);
  return error.code === "42501" ? used() : error;
}

/** POST /demo/sign-in: a one-time link to one of the two accounts that a demo shows as buttons. */
import { type Context, Hono } from "hono";
import { z } from "zod";
import { findUser } from "../auth/accounts/users.ts";
import { AUTH_ROLE, type AuthDeps } from "../auth/deps.ts";
import { issueToken } from "../auth/verification/one-time-tokens.ts";

/** The emails of a demo's accounts. */
export const demoSchema = z.object({
  admin: z.object({ email: z.string() }),
  player: z.object({ email: z.string() }),
});
export type Demo = z.infer<typeof demoSchema>;

const body = z.object({ account: z.enum(["admin", "player"]) });

/**
 * Returns `{ token_hash }` for POST /verify with type "magiclink". Only for requests of the demo's own page: the caller
 * must not mount it without `onlyLoopback`.
 */
export function createDemoSignIn(deps: AuthDeps, demo: Demo): Hono {
  const app = new Hono();
  app.post("/demo/sign-in", async (c) => {
    const request = body.safeParse(await c.req.json().catch(() => null));
    if (!request.success) return c.json({ message: "account must be admin or player" }, 400);
    if (!isOwnPage(c)) return c.json({ message: "Only the page of this demo can sign in here." }, 403);
    const address = demo[request.data.account].email;
    const user = await findUser(deps.database, { kind: "email", value: address });
    if (!user) return c.json({ message: "The demo's account was deleted." }, 404);
    const secret = await deps.database.transaction(AUTH_ROLE, (tx) =>
      issueToken(tx, user.id, {
        column: "recovery_token",
        address,
        digits: deps.config.auth.email.otp_length,
      }),
    );
    return c.json({ token_hash: secret.link }, 200, { "cache-control": "no-store" });
  });
  return app;
}

/** Browsers send Origin with every POST, and no page can change it. */
function isOwnPage(c: Context): boolean {
  return c.req.header("origin") === new URL(c.req.url).origin;
}

import type { Session, User } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";
import { judge } from "./route-guard.tsx";
import type { SessionState } from "./session-store.ts";

const user: User = { id: "u", app_metadata: {}, user_metadata: {}, aud: "authenticated", created_at: "" };
const session: Session = { access_token: "a", refresh_token: "r", expires_in: 1, token_type: "bearer", user };
const player: SessionState = { user, session, loading: false, isAdmin: false, roleKnown: true, left: false };

describe("the route guard", () => {
  it("waits while the session is loading", () => {
    expect(judge({ ...player, loading: true }, false)).toBe("wait");
  });

  it("turns visitors away", () => {
    expect(judge({ ...player, user: null, session: null }, false)).toBe("turn away");
  });

  it("lets players in, but not where only admins may go", () => {
    expect(judge(player, false)).toBe("let in");
    expect(judge(player, true)).toBe("turn away");
    expect(judge({ ...player, isAdmin: true }, true)).toBe("let in");
  });

  it("waits for the role where only admins may go", () => {
    expect(judge({ ...player, roleKnown: false }, true)).toBe("wait");
  });
});

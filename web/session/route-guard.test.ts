import type { Session, User } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";
import { accessFor } from "./route-guard.tsx";
import type { SessionState } from "./session-store.ts";

const user: User = { id: "u", app_metadata: {}, user_metadata: {}, aud: "authenticated", created_at: "" };
const session: Session = { access_token: "a", refresh_token: "r", expires_in: 1, token_type: "bearer", user };
const player: SessionState = {
  user,
  session,
  loading: false,
  isAdmin: false,
  roles: [],
  roleKnown: true,
  hasSignedOut: false,
};

describe("accessFor", () => {
  it("waits while the session is loading", () => {
    expect(accessFor({ ...player, loading: true })).toBe("wait");
  });

  it("redirects visitors", () => {
    expect(accessFor({ ...player, user: null, session: null })).toBe("redirect");
  });

  it("allows players, except on admin-only routes", () => {
    expect(accessFor(player)).toBe("allow");
    expect(accessFor(player, [])).toBe("redirect");
    expect(accessFor({ ...player, roles: ["admin"] }, [])).toBe("allow");
  });

  it("allows helpers on the routes of their roles only", () => {
    const helper: SessionState = { ...player, roles: ["money", "news"] };
    expect(accessFor(helper)).toBe("allow");
    expect(accessFor(helper, ["news"])).toBe("allow");
    expect(accessFor(helper, ["results"])).toBe("redirect");
    expect(accessFor(helper, [])).toBe("redirect");
  });

  it("waits for the role check on admin-only routes", () => {
    expect(accessFor({ ...player, roleKnown: false }, [])).toBe("wait");
  });
});

import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { forgetReturnPath, rememberReturnPath } from "./return-path.ts";
import { SessionLoading } from "./session-loading.tsx";
import { type SessionState, useSession } from "./session-store.ts";

export type Verdict = "wait" | "turn away" | "let in";

/** Whether the route may be shown. `adminOnly` routes also redirect signed-in players. */
export function judge(state: SessionState, adminOnly: boolean): Verdict {
  if (state.loading) return "wait";
  if (!state.user || !state.session) return "turn away";
  if (!adminOnly) return "let in";
  if (!state.roleKnown) return "wait";
  return state.isAdmin ? "let in" : "turn away";
}

/** A layout route that shows its children to signed-in players, or only to admins, and redirects others to Home. */
export function RouteGuard({ adminOnly = false }: { adminOnly?: boolean }) {
  const state = useSession();
  const verdict = judge(state, adminOnly);
  const { pathname, search, hash } = useLocation();
  const signedIn = state.user !== null;
  useEffect(() => {
    if (verdict === "wait") return;
    if (verdict === "let in" || signedIn) forgetReturnPath();
    else if (!state.left) rememberReturnPath(`${pathname}${search}${hash}`);
  }, [verdict, signedIn, state.left, pathname, search, hash]);
  if (verdict === "wait") return <SessionLoading />;
  if (verdict === "turn away") return <Navigate to={paths.home} replace />;
  return <Outlet />;
}

import { Navigate, Outlet } from "react-router";
import { paths } from "../paths.ts";
import { useReturnHere } from "./return-path/use-return-path.ts";
import { SessionLoading } from "./session-loading.tsx";
import { type SessionState, useSession } from "./session-store.ts";

export type Access = "wait" | "redirect" | "allow";

/** Whether the route may be shown. `adminOnly` routes also redirect signed-in players. */
export function accessFor(state: SessionState, adminOnly: boolean): Access {
  if (state.loading) return "wait";
  if (!state.user || !state.session) return "redirect";
  if (!adminOnly) return "allow";
  if (!state.roleKnown) return "wait";
  return state.isAdmin ? "allow" : "redirect";
}

/** A layout route that shows its children to signed-in players, or only to admins, and redirects others to Home. */
export function RouteGuard({ adminOnly = false }: { adminOnly?: boolean }) {
  const state = useSession();
  const access = accessFor(state, adminOnly);
  useReturnHere({ afterSignOut: false });
  if (access === "wait") return <SessionLoading />;
  if (access === "redirect") return <Navigate to={paths.home} replace />;
  return <Outlet />;
}

import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { Redirect } from "../routing/location.tsx";
import { useReturnHere } from "./return-path/use-return-path.ts";
import { type HelperRole, mayOpen } from "./roles.ts";
import { SessionLoading } from "./session-loading.tsx";
import { type SessionState, useSession } from "./session-store.ts";

export type Access = "wait" | "redirect" | "allow";

/**
 * Whether the route may be shown. A route with `helpers` is for admins and for helpers with one of these roles, and also
 * redirects other members; without it, it is for every member.
 */
export function accessFor(state: SessionState, helpers?: readonly HelperRole[]): Access {
  if (state.loading) return "wait";
  if (!state.user || !state.session) return "redirect";
  if (!helpers) return "allow";
  if (!state.roleKnown) return "wait";
  return mayOpen(state.roles, helpers) ? "allow" : "redirect";
}

/**
 * Shows a page to signed-in players, or with `helpers` only to admins and these helpers, and redirects others to Home.
 */
export function RouteGuard({ helpers, children }: { helpers?: readonly HelperRole[]; children: ReactNode }) {
  const state = useSession();
  const access = accessFor(state, helpers);
  useReturnHere({ afterSignOut: false });
  if (access === "wait") return <SessionLoading />;
  if (access === "redirect") return <Redirect to={paths.home} />;
  return children;
}

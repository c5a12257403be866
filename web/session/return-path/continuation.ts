import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "../../routing/location.tsx";
import { returnPath } from "./return-path.ts";

/**
 * What the sign-in pages pass to the page that a visitor wanted: it does at once what its button says, because the visitor
 * has pressed it or read beside the form what happens after sign-in. It is in the entry of the history, never in an
 * address, so that no link that somebody sends can act for a member who is signed in already.
 */
export const continuing = { continues: true } as const;

/** Whether this page continues what a visitor began before sign-in. A reload of the page no longer does. */
export function useContinuation(): boolean {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isContinued = Reflect.get(Object(state), "continues") === true;
  const [continues] = useState(isContinued);
  useEffect(() => {
    if (isContinued) navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [isContinued, navigate, pathname, search]);
  return continues;
}

const key = "wanted-group";

/** Remembers the name of the group that a visitor joins after sign-in, for this tab and the page with the invite. */
export function rememberWaitingGroup(path: string, name: string): void {
  sessionStorage.setItem(key, JSON.stringify({ path, name }));
}

/** The name of the group to which the remembered page invites. Null for other pages. */
export function waitingGroup(): string | null {
  const { path, name } = JSON.parse(sessionStorage.getItem(key) ?? "{}") as { path?: string; name?: string };
  return path !== undefined && path === returnPath() ? (name ?? null) : null;
}

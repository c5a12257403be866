import type { helperDestinations } from "../paths.ts";

/** A helper may only enter results, only handle codes and payments, or only write news. */
export type HelperRole = keyof typeof helperDestinations;
export type Role = "admin" | HelperRole;

/** The roles of helpers, in the order of the screens. */
export const helperRoles: readonly HelperRole[] = ["results", "money", "news"];

/** The same list whenever there are none, so that a state that has not changed is recognised. */
export const noRoles: readonly Role[] = [];

/** The known roles among these, in a fixed order. */
export function rolesIn(names: readonly string[]): readonly Role[] {
  const known = (["admin", ...helperRoles] as const).filter((role) => names.includes(role));
  return known.length === 0 ? noRoles : known;
}

/** Whether a screen of admins may be shown: to admins always, to helpers if it is for one of their roles. */
export function mayOpen(own: readonly Role[], screenRoles: readonly HelperRole[] = []): boolean {
  return own.includes("admin") || screenRoles.some((role) => own.includes(role));
}

import type { FunctionRow } from "./derive.ts";

/** The texts of a club, in their order. */
export const textKinds = ["terms", "privacy", "prize_rules"] as const;
export type TextKind = (typeof textKinds)[number];

/** What every page says about the club's texts, contact and age: only what the club has. */
export interface Notices {
  texts?: TextKind[];
  /** The version of the terms that is shown. */
  terms?: number;
  email?: string;
  phone?: string;
  /** What is said about the entry; it changes no rights. */
  entry?: "free" | "code";
  /** The age that members confirm. */
  minimum_age?: number;
}

export type TextVersionRow = Omit<FunctionRow<"club_text_versions">, "kind" | "author"> & {
  kind: TextKind;
  author: string | null;
};

export type DueConfirmationRow = Omit<FunctionRow<"my_due_confirmation">, "terms"> & { terms: number | null };

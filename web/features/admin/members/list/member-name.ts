import * as footballWords from "#words/football";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";

export function memberName({ full_name, email }: Pick<AdminPlayerRow, "full_name" | "email">): string {
  return full_name ?? email ?? footballWords.player;
}

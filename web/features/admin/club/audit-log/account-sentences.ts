import { plural } from "../../../../ui/text/plural.ts";
import { amount, type Sentences, text } from "./audit-entry.ts";

const helperParts: Readonly<Record<string, string>> = {
  results: "results",
  money: "codes and payments",
  news: "news",
};

/** What admins did with accounts and roles. */
export const accountSentences: Sentences = {
  set_admin_role: ({ after, player }) =>
    after.is_admin === false ? `Removed ${player} as an organiser` : `Made ${player} an organiser`,
  set_helper_role: ({ after, player }) => {
    const part = helperParts[text(after.role) ?? ""] ?? "a part of the club";
    return after.has_it === false
      ? `Removed ${player} as a helper for ${part}`
      : `Made ${player} a helper for ${part}`;
  },
  "admin-reset-password": () => "Sent a password reset email",
  "delete-user": ({ player }) => `Deleted the account of ${player}`,
  "add-members": () => "Added members from a list",
  merge_members: ({ player, after }) =>
    `Merged another account into that of ${player}: ${plural(amount(after.predictions), "prediction")} moved`,
  add_member: ({ player }) => `Added the account of ${player}`,
  "set-temporary-password": ({ player }) => `Set a temporary password for ${player}`,
};

import * as words from "#words/admin-club";
import { amount, quoted, type Sentences, text } from "./audit-entry.ts";

const helperParts: Readonly<Record<string, string>> = {
  results: words.results,
  money: words.codesAndPayments,
  news: words.news,
};

/** What admins did with accounts and roles. */
export const accountSentences: Sentences = {
  set_admin_role: ({ after, player }) =>
    after.is_admin === false ? words.removedAsOrganiser({ player }) : words.madeOrganiser({ player }),
  set_helper_role: ({ after, player }) => {
    const part = helperParts[text(after.role) ?? ""] ?? words.aPartOfTheClub;
    return after.has_it === false
      ? words.removedAsHelper({ player, part })
      : words.madeHelper({ player, part });
  },
  "admin-reset-password": () => words.sentAPasswordResetEmail,
  start_club: ({ after }) => words.startedTheClub({ name: quoted(text(after.name) ?? "") }),
  "send-test-email": () => words.sentATestEmail,
  send_test_email: () => words.sentATestEmail,
  "delete-user": ({ player }) => words.deletedTheAccount({ player }),
  "add-members": () => words.addedMembersFromAList,
  claim_points: ({ player, after }) => words.claimedPoints({ player, count: amount(after.points) }),
  merge_members: ({ player, after }) => words.mergedAnAccount({ player, count: amount(after.predictions) }),
  add_member: ({ player }) => words.addedTheAccount({ player }),
  "set-temporary-password": ({ player }) => words.setATemporaryPassword({ player }),
};

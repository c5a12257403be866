/** Why a line of a list of members is not new, and why two accounts cannot be merged. */
import * as words from "#words/server";
import type { Sentences } from "./sentence.ts";

/** The database numbers the members of a list; `nameOf` says where the reader finds one. */
export const newMemberSentences = (nameOf: (place: number) => string) =>
  ({
    no_name: words.noName,
    name_is_not_valid: words.nameIsNotValid,
    contact_is_needed: words.contactIsNeeded,
    phone_is_not_valid: words.phoneIsNotValid,
    email_is_not_valid: words.emailIsNotValid,
    member_has_phone: words.memberHasPhone,
    member_has_email: words.memberHasEmail,
    member_has_contact: words.memberHasContact,
    member_has_name: words.memberHasName,
    member_has_similar_name: words.memberHasSimilarName,
    account_not_added: words.accountNotAdded,
    account_was_added_before: words.accountWasAddedBefore,
    same_contact_as_line: ({ line }: { line: number }) => words.sameContactAs({ line: nameOf(line) }),
    same_name_as_line: ({ line }: { line: number }) => words.sameNameAs({ line: nameOf(line) }),
  }) satisfies Sentences;

/** Why a line of a list cannot be moved in. */
export const movingSentences = {
  no_name: words.noName,
  name_is_not_valid: words.nameIsNotValid,
  points_are_not_valid: words.pointsAreNotValid,
  matchdays_exceed_total: words.matchdaysExceedTotal,
  several_members_have_name: words.severalMembersHaveName,
  pick_is_not_valid: ({ column }: { column: number }) => words.pickIsNotValid({ column: String(column) }),
  picks_exceed_total: words.picksExceedTotal,
  match_is_not_found: words.matchIsNotFound,
  several_matches_found: words.severalMatchesFound,
  same_match_as_column: ({ column }: { column: number }) => words.sameMatchAs({ column: String(column) }),
  same_member_as_line: ({ line }: { line: number }) => words.sameMemberAs({ line: String(line) }),
  same_name_as_line: ({ line }: { line: number }) => words.sameNameAsLine({ line: String(line) }),
} satisfies Sentences;

export const mergeSentences = {
  account_with_itself: words.accountWithItself,
  own_account_is_kept: words.ownAccountIsKept,
  account_was_merged: words.accountWasMerged,
  kept_account_is_banned: words.keptAccountIsBanned,
  last_admin_stays: words.lastAdminStays,
} satisfies Sentences;

import * as words from "#words/groups";
import { field, type Loaded } from "../../backend/edits/save-edit.ts";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";

/** What an owner decides about a group. Colours are `#rrggbb`. */
export interface GroupSettings {
  name: string;
  firstColour: string;
  secondColour: string;
  /** Whether a member's points count from the day of joining, not for the whole season. */
  countsFromJoining: boolean;
  membersInvite: boolean;
}

export type GroupColumns = Pick<
  GroupDetailsRow,
  "name" | "first_colour" | "second_colour" | "counts_from_joining" | "members_invite"
>;

/** A group's settings as the form opens them. */
export function openedGroup(group: GroupColumns): Loaded<GroupSettings, GroupColumns> {
  const { name, first_colour, second_colour, counts_from_joining, members_invite } = group;
  return {
    values: {
      name,
      firstColour: first_colour,
      secondColour: second_colour,
      countsFromJoining: counts_from_joining,
      membersInvite: members_invite,
    },
    seen: { name, first_colour, second_colour, counts_from_joining, members_invite },
  };
}

/** The settings as the question about two edits shows them. */
export const groupEditFields = [
  field<GroupSettings>(words.name, ["name"]),
  field<GroupSettings>(words.colours, ["firstColour", "secondColour"]),
  field<GroupSettings>(words.pointsCount, ["countsFromJoining"], ({ countsFromJoining }) =>
    countsFromJoining ? words.fromTheDayOfJoining : words.forTheWholeSeason,
  ),
  field<GroupSettings>(words.invites, ["membersInvite"], ({ membersInvite }) =>
    membersInvite ? words.fromEveryMember : words.fromTheOwnerOnly,
  ),
];

import * as words from "#words/admin-members";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { newMemberSentences } from "../../../../backend/sentences/member-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { NewMemberRow } from "../../../../backend/types/member-rows.ts";
import type { ListLine } from "./parse-members.ts";

/** As many as the edge function accepts at once. */
const partSize = 10;

/** A line with what the club knows about it. */
export type CheckedMember = NewMemberRow & { line: number };

/** Compares the lines with the members. Writes nothing. */
export async function checkMembers(lines: readonly ListLine[]): Promise<CheckedMember[]> {
  const members = lines.map(({ name, phone, email }) => ({ name, phone, email }));
  const rows = await dataOf(backend().rest.rpc("preview_new_members", { _members: members }));
  const lineAt = (place: number) => lines[place - 1]?.line ?? place;
  const nameOf = (line: number) => (line > 0 ? words.lineInTheList({ line }) : words.theMemberInTheFields);
  // The database counts the members, and the reader the lines of the text.
  const sentences = newMemberSentences((place) => nameOf(lineAt(place)));
  return rows.map((row) => {
    const problem = lines[row.place - 1]?.problem ?? null;
    const reason = sentenceOf(sentences, row.facts) ?? row.reason;
    const checked = { ...row, reason, line: lineAt(row.place) };
    return problem === null ? checked : { ...checked, outcome: "unusable", reason: problem };
  });
}

/** The next members of a list for one request. */
export function nextPart<Member>(members: readonly Member[]): readonly Member[] {
  return members.slice(0, partSize);
}

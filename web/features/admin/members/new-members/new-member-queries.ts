import * as words from "#words/admin-members";
import { backend } from "../../../../backend/connection/client.ts";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { newMemberSentences } from "../../../../backend/sentences/member-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { NewMemberRow } from "../../../../backend/types/member-rows.ts";
import type { ListedMember, ListLine } from "./parse-members.ts";

/** As many as the edge function accepts at once. */
const partSize = 10;

/** A line with what the club knows about it. */
export type CheckedMember = NewMemberRow & { line: number };

/** A member whom this page has added. The password appears nowhere else. */
export interface AddedMember {
  name: string;
  phone: string | null;
  signIn: string;
  password: string;
}

/** A line that was not added, and why. */
export interface NotAdded {
  name: string;
  reason: string;
  /** The same request may add it. */
  canRetry: boolean;
}

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

/**
 * Adds up to ten members. With the `requestKey` of an earlier request for them it returns the same passwords and adds no second
 * account.
 */
export async function addPart(
  members: readonly CheckedMember[],
  requestKey: string,
): Promise<{ added: AddedMember[]; notAdded: NotAdded[] }> {
  const listed = members.map(
    ({ full_name, phone_number, email }): ListedMember => ({
      name: full_name ?? "",
      phone: phone_number ?? "",
      email: email ?? "",
    }),
  );
  const answers = answersIn(await callFunction("add-members", { requestKey, members: listed }));
  const added: AddedMember[] = [];
  const notAdded: NotAdded[] = [];
  members.forEach(({ full_name, phone_number }, at) => {
    const name = full_name ?? "";
    const { outcome, reason, facts, sign_in, password } = answers[at] ?? {};
    if (outcome === "added" && sign_in && password)
      added.push({ name, phone: phone_number, signIn: sign_in, password });
    else
      notAdded.push({
        name,
        reason: sentenceOf(newMemberSentences(String), facts) ?? reason ?? words.accountCouldNotBeAdded,
        canRetry: outcome === "failed",
      });
  });
  return { added, notAdded };
}

interface Answer {
  outcome?: string;
  reason?: string | null;
  facts?: unknown;
  sign_in?: string | null;
  password?: string | null;
}

function answersIn(json: unknown): readonly Answer[] {
  const members: unknown = typeof json === "object" && json !== null ? Reflect.get(json, "members") : null;
  // not a text: for developers
  if (!Array.isArray(members)) throw new Error("add-members answered no members");
  return members;
}

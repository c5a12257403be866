/** A member whom this page has added. The password appears nowhere else. */

import * as words from "#words/admin-members";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { newMemberSentences } from "../../../../backend/sentences/member-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { CheckedMember } from "./new-member-queries.ts";
import type { ListedMember } from "./parse-members.ts";

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

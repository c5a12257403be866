import { authStorageKey, storedSession } from "../../../../backend/connection/stored-session.ts";
import type { NewsText } from "./news-rules.ts";

/** Sign-out removes every key with this beginning. */
const storageKey = `${authStorageKey}-news-draft`;

/** News whose large picture is being uploaded. It survives a reload of the page. */
export interface NewsDraft {
  /** The id of the edited news; null for new news. */
  newsId: string | null;
  text: NewsText;
  /** The edited news as it was when the form was opened; null for new news. */
  seen: NewsText | null;
  file: Pick<File, "name" | "size" | "lastModified">;
  /** The picture's path in its bucket. */
  path: string;
  /** The address of the upload; null until the host has created it. */
  uploadUrl: string | null;
  /** The number of bytes that the host has stored. */
  stored: number;
}

/** The account's draft of this news; null without one. */
export function storedDraft(newsId: string | null): NewsDraft | null {
  const draft = read();
  return draft?.newsId === newsId ? draft : null;
}

/** Stores the draft for the signed-in account. It replaces any other draft. */
export function keepDraft(draft: NewsDraft): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...draft, account: storedSession()?.user.id }));
  } catch {
    // Without storage the upload lasts as long as the page.
  }
}

/** Changes the stored draft. Does nothing after it was removed, for example by a sign-out. */
export function updateDraft(change: Partial<NewsDraft>): void {
  const draft = read();
  if (draft) keepDraft({ ...draft, ...change });
}

export function forgetDraft(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is no draft.
  }
}

/** Whether a chosen file is the one whose upload was interrupted. */
export function isSameFile(
  { file }: NewsDraft,
  chosen: Pick<File, "name" | "size" | "lastModified">,
): boolean {
  return file.name === chosen.name && file.size === chosen.size && file.lastModified === chosen.lastModified;
}

/** The stored percentage of the draft's picture. */
export function percentStored({ stored, file }: NewsDraft): number {
  return percentOf(stored, file.size);
}

/** A whole percentage that is 100 only at the end. */
export function percentOf(done: number, total: number): number {
  return Math.floor((done / total) * 100);
}

function read(): NewsDraft | null {
  try {
    const stored: (NewsDraft & { account: string }) | null = JSON.parse(
      localStorage.getItem(storageKey) ?? "null",
    );
    return stored && stored.account === storedSession()?.user.id ? stored : null;
  } catch {
    return null;
  }
}

import type { User } from "@supabase/auth-js";
import { language as ofPage } from "#words/language";
import { isLanguage, LANGUAGE_COOKIE, type Language, languageCookie } from "../../words/languages.ts";
import { backend } from "../backend/connection/client.ts";
import { ensureSuccess } from "../backend/connection/response.ts";
import { subject } from "../backend/queries/query-keys.ts";
import { ownWrite } from "../backend/requests/marks.ts";

/** Has the event `change` before the page loads in another language. */
export const languageChange = new EventTarget();

let latestChoice = 0;
let saving: Promise<void> = Promise.resolve();

/**
 * Opens the page in a language, and keeps it for this device and the signed-in member. Throws if the member's is not saved. Of
 * several choices the last one counts, also when the first one is still being saved.
 */
export async function chooseLanguage(chosen: Language, userId: string | null): Promise<void> {
  latestChoice += 1;
  const choice = latestChoice;
  if (userId) {
    const save = () =>
      choice === latestChoice
        ? ensureSuccess(
            ownWrite(
              subject.profile,
              backend().rest.from("profiles").update({ language: chosen }).eq("id", userId),
            ),
          )
        : undefined;
    saving = saving.catch(() => undefined).then(save);
    await saving;
  }
  if (choice === latestChoice) openIn(chosen);
}

/** On a device where no language was chosen, opens the page in that of the member who has signed in. */
export function followLanguage({ user_metadata }: User): void {
  const { language: ofMember } = user_metadata;
  if (!isLanguage(ofMember) || hasChosen()) return;
  if (ofMember === ofPage) remember(ofMember);
  else openIn(ofMember);
}

function openIn(chosen: Language): void {
  remember(chosen);
  // Without cookies the page would be the same, and a new member's would load again and again.
  if (!hasChosen() || chosen === ofPage) return;
  languageChange.dispatchEvent(new Event("change"));
  window.location.reload();
}

function hasChosen(): boolean {
  return `; ${document.cookie}`.includes(`; ${LANGUAGE_COOKIE}=`);
}

/** The host reads the cookie, because the page is built once for each language (docs/decisions/0065). */
function remember(chosen: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox's older versions and asynchronous
  document.cookie = languageCookie(chosen);
}

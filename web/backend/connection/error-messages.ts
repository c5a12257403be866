/**
 * Maps every error to its message, except those of accounts (accounts/account-errors.ts). The table is section 8 of the
 * product's specification.
 */

import * as words from "#words/backend";
import { failedRequest } from "../requests/failed-requests.ts";
import { BUSY, describe } from "./error-kinds.ts";

/** Where the error occurred: a refusal on a page of organisers is about their permissions. */
export type Occasion = "general" | "admin";

const unauthorizedOrLimited = words.unauthorizedOrRateLimited;

/** Stable codes raised by the database. */
const byCode: Readonly<Record<string, string>> = {
  SL001: words.matchHasLocked,
  SL002: words.needsASubscription,
  SL003: unauthorizedOrLimited,
  SL004: unauthorizedOrLimited,
  SL005: words.statusDoesNotAllowIt,
  SL006: words.teamsAreFixed,
  SL007: words.clubNeedsAnAdmin,
  SL009: words.enterYourPasswordAgain,
  SL012: words.yourSessionHasExpired,
  SL013: words.newKickOffMustBeLater,
  SL014: words.tooLateToUndo,
  SL015: words.changedSoCannotBeUndone,
  SL016: words.changedSinceOpened,
  SL017: words.chooseYourOwnPasswordFirst,
  SL018: words.limitOfGroups,
  SL019: words.handTheGroupOver,
  SL021: words.doublesAreOff,
  SL022: words.noDoubleLeft,
  SL023: words.saveYourPickFirst,
  SL025: words.noFreePlaceInDivisions,
  SL026: words.entryCannotChooseTheTeam,
  SL027: words.confirmYourAgeFirst,
  PGRST301: words.yourSessionHasExpired,
  "42501": words.accessDenied,
  session_expired: words.yourSessionHasExpired,
  session_not_found: words.yourSessionHasExpired,
  refresh_token_not_found: words.yourSessionHasExpired,
  bad_jwt: words.yourSessionHasExpired,
};

/** Table constraints. Their names are predicates. */
const byConstraint: Readonly<Record<string, string>> = {
  goals_are_between_0_and_50: words.scoreSeemsUnrealistic,
  teams_must_differ: words.teamsMustDiffer,
  // With a round, and (…_without_a_round_is_listed_once_a_day) without.
  is_listed_once: words.thisMatchIsAlreadyListed,
};

const byWords: readonly (readonly [RegExp, string])[] = [
  [/row-level security/, words.accessDenied],
  [/(jwt|session|token).*expired/, words.yourSessionHasExpired],
  [/unauthorized|not authorized/, words.notAuthorized],
];

/** The message for any error. Never shows a server message that is not written for users. */
export function messageFor(error: unknown, occasion: Occasion = "general"): string {
  if (error === null || error === undefined) return words.anUnknownErrorOccurred;
  const { code, message, status } = describe(error);
  if (status === 0 && !navigator.onLine) return words.thisDeviceIsOffline;
  if (code === BUSY) return words.serverIsBusy;
  if (occasion === "admin" && (code === "42501" || status === 403)) return unauthorizedOrLimited;
  const known = byCode[code] ?? constraintMessage(message) ?? wordsMessage(message);
  if (known) return known;
  // A part of the page that could not be loaded: an answer of the host has a status or a code.
  if (status === null && code === "" && !navigator.onLine) return words.thisDeviceIsOffline;
  const number = status !== null && status >= 500 ? failedRequest() : null;
  return number ? words.anErrorOccurredWithNumber({ number }) : words.anErrorOccurred;
}

function constraintMessage(message: string): string | undefined {
  for (const [constraint, text] of Object.entries(byConstraint)) {
    if (message.includes(constraint)) return text;
  }
  return undefined;
}

function wordsMessage(message: string): string | undefined {
  const lower = message.toLowerCase();
  return byWords.find(([pattern]) => pattern.test(lower))?.[1];
}

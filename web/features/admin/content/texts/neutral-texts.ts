import * as words from "#words/admin-content";
import type { Notices, TextKind } from "../../../../backend/types/notices.ts";

interface Facts {
  club: string;
  entry: Notices["entry"];
  /** The email and the phone number of the club, as one text; empty without any. */
  contact: string;
  age: number | undefined;
}

/** A text with which an organiser begins. It says what holds in every club, and what the club has chosen. */
export function neutralText(kind: TextKind, facts: Facts): string {
  return partsOf(kind, facts)
    .filter((part) => part !== null)
    .join("\n\n");
}

function partsOf(kind: TextKind, { club, entry, contact, age }: Facts): (string | null)[] {
  const questions = contact === "" ? null : words.neutralContact({ contact });
  const who = age === undefined ? null : words.neutralAge({ age });
  switch (kind) {
    case "terms":
      return [words.neutralTerms({ club }), who, words.neutralFairPlay, words.neutralTermsEnd, questions];
    case "privacy":
      return [
        words.neutralPrivacy({ club }),
        words.neutralPrivacySeen,
        words.neutralPrivacyRights,
        questions,
      ];
    case "prize_rules":
      return [
        words.neutralPrizes({ club }),
        entry && (entry === "free" ? words.neutralFreeEntry : words.neutralPaidEntry),
        who,
        words.neutralPrizesEnd,
        questions,
      ].map((part) => part ?? null);
  }
}

import * as words from "#words/admin-members";

/** The most members that one list may have. The database refuses more. */
export const mostMembers = 300;

/** A line as the organiser wrote it, divided into its parts. */
export interface ListedMember {
  name: string;
  /** In international form; empty without one. */
  phone: string;
  email: string;
}

export interface ListLine extends ListedMember {
  /** The number of the line in the pasted text, from 1. */
  line: number;
  /** Why the line cannot be read; null if it can. */
  problem: string | null;
}

const EMAIL = /[^\s,;<>"'()[\]]+@[^\s,;<>"'()[\]]+/g;
/** Seven digits or more, with the punctuation of phone numbers between them. */
const PHONE = /(?:\+\s?)?\(?\d(?:[\s().\u00a0/-]{0,3}\d){6,}/g;
/** A number of the line: `1.`, `2)` or a cell with digits only. */
const NUMBERING = /^\s*(?:[-*•–]+\s+|#?\d{1,4}\s*(?:[.):-]\s*|[,;\t]\s*|\s{2,}))/;
const HEADING =
  /^(?:first|last|full|family|given|member|player|phone|mobile|cell|t[ée]l(?:[ée]phone)?|e-?mail|mail|name|surname|number|no|n[°o.]|contact|address|whatsapp|nom|pr[ée]nom|portable|adresse|courriel|and|or|of|[#°./&()-])+$/i;

/**
 * Reads the lines of a list: a name, and a phone number and an email in any order, separated by a comma, a semicolon, a tab or
 * spaces. Empty lines and a heading are skipped. `toInternational` completes numbers without a country code.
 */
export function parseMembers(text: string, toInternational: (typed: string) => string): ListLine[] {
  const written = text.split(/\r\n|\r|\n/).map((content, at) => ({ content, line: at + 1 }));
  const filled = written.filter(({ content }) => /[\p{L}\p{N}@]/u.test(content));
  return filled
    .filter(({ content }, at) => at > 0 || !isHeading(content))
    .map(({ content, line }) => ({ line, ...partsOf(content, toInternational) }));
}

/** True for column titles: every word is one that titles have, and there is neither a number nor an email. */
function isHeading(content: string): boolean {
  const titles = content.split(/[\s,;"']+/).filter(Boolean);
  return titles.every((word) => HEADING.test(word));
}

function partsOf(content: string, toInternational: (typed: string) => string): Omit<ListLine, "line"> {
  const emails = content.match(EMAIL) ?? [];
  const withoutEmail = content.replace(EMAIL, " , ").replace(NUMBERING, "");
  const phones = withoutEmail.match(PHONE) ?? [];
  const name = withoutEmail
    .replace(PHONE, " , ")
    .replace(/\b(?:mailto|tel|phone|mobile|e-?mail)\s*:/gi, " ")
    .replace(/[,;\t<>"|()[\]:]+/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s–-]+|[\s–-]+$/g, "");
  return {
    name,
    phone: toInternational(phones[0] ?? ""),
    email: (emails[0] ?? "")
      .replace(/^mailto:/i, "")
      .replace(/[.]+$/, "")
      .toLowerCase(),
    problem:
      phones.length > 1 ? words.lineHasTwoPhoneNumbers : emails.length > 1 ? words.lineHasTwoEmails : null,
  };
}

/** The error codes that the database raises for the game's own rules, SL001 and up. */
import { readFileSync } from "node:fs";
import { messageFor } from "../../web/backend/connection/error-messages.ts";
import { schemaFiles } from "./schema-files.ts";

interface ErrorCode {
  meaning: string;
  /**
   * The message on screen, for codes that are not in web/backend/connection/error-messages.ts: the file and its text. Null for an
   * error that no screen shows.
   */
  screen?: { file: string; text: string } | null;
}

/** Every code with its meaning. */
export const ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  SL001: { meaning: "the match has locked" },
  SL002: { meaning: "the player has no subscription for the competition" },
  SL003: { meaning: "the caller is not an admin" },
  SL004: { meaning: "more than 50 admin actions of one kind in 5 minutes, or 30 pictures in a minute" },
  SL005: { meaning: "the match cannot change to that state" },
  SL006: { meaning: "teams and competition are fixed after the first prediction" },
  SL007: { meaning: "the club would lose its last admin" },
  SL008: { meaning: "the time zone is fixed after the first match", screen: null },
  SL009: { meaning: "the password was not entered within the last 5 minutes" },
  SL010: {
    meaning: "the points of an archived leaderboard were cleared or came from another pool",
    screen: {
      file: "words/en/admin-club.json",
      text: "The points of this table cannot be counted again, so it was not changed.",
    },
  },
  SL011: {
    meaning: "a subscription archive could not be filled",
    screen: {
      file: "words/en/admin-money.json",
      text: "Failed to populate subscription archive",
    },
  },
  SL012: { meaning: "the caller's session has ended, or the account is banned" },
  SL013: { meaning: "the new kick-off of a reopened match is not in the future" },
  SL014: { meaning: "the action was undone already, or more than 30 seconds ago" },
  SL015: { meaning: "something has changed since the action, so it cannot be undone" },
  SL016: { meaning: "what the caller saw has changed since, and would be replaced" },
  SL017: { meaning: "the account has a temporary password, which must be changed first" },
  SL018: { meaning: "the player owns 10 groups or is in 30" },
  SL019: { meaning: "the owner cannot leave a group" },
  SL021: { meaning: "the club plays without doubles" },
  SL022: { meaning: "the member has no double left for the season or matchday of the match" },
  SL023: { meaning: "a match is marked as a double only after it was predicted" },
  SL024: {
    meaning: "the match may be one that the club has, and the organiser was not asked",
    screen: { file: "words/en/admin-matches.json", text: "Is this one match or two?" },
  },
  SL025: { meaning: "no division has a free place" },
  SL026: { meaning: "the entry is out, or cannot choose the team for this matchday" },
  SL027: { meaning: "the club asks for a minimum age, or for new terms, that the member has not confirmed" },
};

/** The functions that raise each code, by the schema files. */
export function functionsByCode(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of schemaFiles()) {
    const definitions = readFileSync(file, "utf8")
      .split(/^create function /m)
      .slice(1);
    for (const definition of definitions) {
      const name = definition.slice(0, definition.indexOf("("));
      for (const [, code = ""] of definition.matchAll(/errcode = '(SL\d{3})'/g)) {
        const names = found.get(code) ?? [];
        if (!names.includes(name)) found.set(code, [...names, name]);
      }
    }
  }
  return found;
}

/** A Markdown table of the codes. Throws for a code that is raised but not listed above. */
export function errorCodeTable(): string {
  const functions = functionsByCode();
  const rows = [...functions.keys()].sort().map((code) => {
    const error = ERROR_CODES[code];
    if (!error) throw new Error(`tools/generate/error-codes.ts lacks ${code}`);
    const names = functions.get(code) ?? [];
    return `| ${code} | ${error.meaning} | ${names.map((name) => `\`${name}\``).join(", ")} | ${wordsOf(code, error)} |`;
  });
  return ["| code | meaning | raised by | what the screen says |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

function wordsOf(code: string, { screen }: ErrorCode): string {
  if (screen === null) return "nothing: only the secret key can meet it";
  return screen?.text ?? messageFor({ code, message: "" });
}

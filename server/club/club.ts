/**
 * What the club is called, its language and its time zone: as chosen in the browser, otherwise as `club.json` has it
 * (docs/decisions/0079-a-club-starts-in-the-browser.md). And what its pages say about its texts.
 */
import type { Language } from "../../words/languages.ts";
import { SOURCE_LANGUAGE } from "../../words/languages.ts";
import type { Database } from "../database/database.ts";

/** What `club.json` has. */
export interface ClubFile {
  brand: string;
  time_zone: string;
  /** English by default. */
  language?: Language | undefined;
}

export interface ClubFacts {
  brand: string;
  time_zone: string;
  /** The language of members who have chosen none, and of devices that speak none of the page's. */
  language: Language;
  /** What public.club_notices() says; null without texts, contact and age. */
  notices: object | null;
  /** True if the club was started in the browser, so that `club.json` says nothing about it. */
  startedInBrowser: boolean;
}

export interface Club {
  /** Another object after each change. */
  readonly facts: ClubFacts;
  /** Reads the facts again. A page that loads afterwards has them. */
  refresh(): Promise<void>;
}

/** Hosts hear of a change by any of them. */
const CHANNEL = "club_facts";

/** A club whose facts never change, for projects without the club's tables. */
export function fixedClub({ brand, time_zone, language = SOURCE_LANGUAGE }: ClubFile): Club {
  return {
    facts: { brand, time_zone, language, notices: null, startedInBrowser: false },
    refresh: async () => {},
  };
}

/** Reads the club's facts and follows their changes until the database closes. Failures of later reads go to `log`. */
export async function openClub(
  database: Database,
  file: ClubFile,
  log: (event: string, error: unknown) => void,
): Promise<Club> {
  if (!(await hasFacts(database))) return fixedClub(file);
  let facts = await read(database, file);
  const refresh = async () => {
    facts = await read(database, file);
  };
  const follow = () => void refresh().catch((error: unknown) => log("reading the club's name", error));
  void database
    .listen(CHANNEL, follow, follow)
    .catch((error: unknown) => log("listening to the club's name", error));
  return {
    get facts() {
      return facts;
    },
    refresh,
  };
}

async function hasFacts(database: Database): Promise<boolean> {
  const [row] = await database.query<{ has: boolean }>(
    "select to_regprocedure('private.club_facts()') is not null as has",
  );
  return row?.has === true;
}

async function read(database: Database, file: ClubFile): Promise<ClubFacts> {
  const [row] = await database.query<{
    name: string | null;
    language: Language | null;
    time_zone: string;
    started: boolean;
    notices: object | null;
  }>(
    "select name, language, time_zone, started_at is not null as started, notices from private.club_facts()",
  );
  const started = row?.started === true;
  return {
    brand: row?.name ?? file.brand,
    language: row?.language ?? file.language ?? SOURCE_LANGUAGE,
    time_zone: row && started ? row.time_zone : file.time_zone,
    notices: row?.notices ?? null,
    startedInBrowser: started,
  };
}

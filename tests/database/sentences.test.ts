/** What the database says to people has a kind, and the page says the same in English (web/backend/sentences). */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { schemaFiles } from "../../tools/generate/schema-files.ts";
import { answerSentences } from "../../web/backend/sentences/answer-sentences.ts";
import { entrySentences, importSentences } from "../../web/backend/sentences/import-sentences.ts";
import { jobNames } from "../../web/backend/sentences/job-sentences.ts";
import {
  mergeSentences,
  movingSentences,
  newMemberSentences,
} from "../../web/backend/sentences/member-sentences.ts";
import { refusals } from "../../web/backend/sentences/refusals.ts";
import {
  type DraftFacts,
  draftOf,
  seasonSentences,
  titleOfStep,
  warningSentences,
} from "../../web/backend/sentences/season-sentences.ts";
import { type Sentences, sentenceOf } from "../../web/backend/sentences/sentence.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";

const returned: Sentences = {
  ...seasonSentences,
  ...warningSentences,
  ...movingSentences,
  ...newMemberSentences((place) => `line ${place}`),
  ...mergeSentences,
  ...entrySentences,
  ...importSentences,
  ...answerSentences,
};

/** Sentences of the edge function add-members. */
const NOT_IN_SQL = ["member_has_contact", "account_not_added", "account_was_added_before"];
const sources = schemaFiles().map((file) => readFileSync(file, "utf8"));

/** The refusals of the schemas: the code, the text with % for each argument, and the kind that the detail has. */
const raised = sources.flatMap((source) =>
  [...source.matchAll(/raise exception '((?:[^']|'')*)'([^;]*?)using errcode = '(\w+)'([^;]*);/g)].map(
    ([, text = "", , code = "", rest = ""]) => ({
      code,
      text: text.replaceAll("''", "'"),
      kind: /"kind": "(\w+)"|'kind', '(\w+)'|(wrong_entry)/.exec(rest)?.slice(1).find(Boolean) ?? null,
      hasFacts: /detail = /.test(rest),
    }),
  ),
);

/** The codes whose text the page shows if it has a kind. */
const SHOWN = ["22023", "SL014", "SL015"];

/** Calls that the page does not make. It shows the general message of its screen for them. */
const WRONG_CALLS = [
  /^There (is|are) no (function|step|job|competition|completion|time zone|recipients|helper role|warnings|choice of matches)\b/,
  /^There are no messages of the kind %$/,
  /^State whether /,
  /^Say whether /,
  /^Players cannot be sorted by %$/,
  /^Divisions are not drawn by %$/,
  /^Results are a list /,
  /^Merges are a list /,
  /^Reads are a list /,
  /^No read together: %$/,
  /^Choose 1 to 1,000 matches$/,
  /^The options of an import /,
  /^One of these competitions is not available /,
  /^The request key was used for %$/,
  /^(What was seen|Values|Settings) (is|are) an object /,
  /^A row of % cannot be changed$/,
  // The page checks these before it asks, or has its own words for a failure.
  /^Please select a subscription plan$/,
  /^The expiry date has passed$/,
  /^Between 1 and 100 codes /,
  /^The PIN is four digits$/,
  /^Give a reason of 3 to 200 characters$/,
  /^The owner cannot be removed$/,
  /^Enter who paid, |^An amount is between |^Choose how it was paid$|^A payment has a date |^A remark has /,
  /^A note has 1 to 500 characters$/,
  /^The lock must be in the future$/,
  /^The date must be before the year 2200$/,
  /^The name of a club has 1 to 60 characters$|^The page does not speak this language$/,
  /^Between 1 and 20 subscriptions |^A reminder is about |^There is no outcome /,
];

/** Facts whose arguments are all %, and those of sentences within sentences. */
const FACTS: Readonly<Record<string, object>> = {
  wrong_entry: { label: "%", problem: { kind: "no_such_match" } },
  matches_cannot_be_imported: {
    ...{ refused: "%", matches: "%", place: "%", home: "%", away: "%" },
    reason: { kind: "team_is_missing" },
  },
  merge_these_matches_first: { matches: [["%"]] },
  line_cannot_be_moved_in: { line: "%", problem: { kind: "no_name" } },
  column_cannot_be_moved_in: { column: "%", problem: { kind: "no_name" } },
};
const KIND_OF_ENTRIES = "entry_is_wrong";

function pageSays(kind: string): string | null {
  const facts = FACTS[kind] ?? { step: "%", period: "%" };
  const said = sentenceOf(refusals, { ...facts, kind: kind === "wrong_entry" ? KIND_OF_ENTRIES : kind });
  return (
    said
      ?.replace(entrySentences.no_such_match, "%")
      .replace(importSentences.team_is_missing, "%")
      .replace(movingSentences.no_name, "%") ?? null
  );
}

describe("a refusal that people meet", () => {
  const shown = raised.filter(({ code }) => SHOWN.includes(code));
  it.each(shown)("has a kind: $text", ({ text, hasFacts }) => {
    const isCall = WRONG_CALLS.some((pattern) => pattern.test(text));
    expect(hasFacts).toBe(!isCall);
  });

  it.each(raised.filter(({ kind }) => kind !== null))("is said by the page: $text", ({ text, kind }) => {
    expect(pageSays(kind ?? "")).toBe(text);
  });

  it("is raised for every kind that the page knows", () => {
    const kinds = raised.flatMap(({ kind }) => (kind === "wrong_entry" ? KIND_OF_ENTRIES : (kind ?? [])));
    expect(
      [...new Set([...kinds, ...Object.keys(mergeSentences), ...Object.keys(answerSentences)])].sort(),
    ).toEqual(Object.keys(refusals).sort());
  });
});

describe("a sentence that the database returns", () => {
  let db: Database;
  beforeAll(async () => {
    db = await openTestDatabase("migrated");
  });
  afterAll(() => db.close());

  const english = async (facts: object) =>
    (await db.query<{ text: string }>("select private.in_english($1) as text", [JSON.stringify(facts)]))[0]
      ?.text;

  it("has the same English in the database and in the page, for one and for many", async () => {
    for (const kind of Object.keys(returned)) {
      if (NOT_IN_SQL.includes(kind) || raised.some((refusal) => refusal.kind === kind)) continue;
      for (const count of [1, 2, 12_345]) {
        const numbers = "count members subscriptions codes matchdays months records line column".split(" ");
        const facts = {
          kind,
          ...Object.fromEntries(numbers.map((name) => [name, count])),
          ...{ others: 3, bell: 4, push: 5, email: 6, league: "FA Cup" },
          leagues: ["Premier League", "FA Cup", "League Cup", "Champions League"].slice(0, count),
        };
        expect(await english(facts), kind).toBe(sentenceOf(returned, facts));
      }
    }
  });

  it("has a word for each kind", () => {
    const kinds = sources.flatMap((source) =>
      [...source.matchAll(/create function private\.\w+_in_english\(.*?end \$\$;/gs)].flatMap(([body]) =>
        [...body.matchAll(/^ +when '(\w+)'/gm)].map(([, kind = ""]) => kind),
      ),
    );
    expect(kinds.length).toBeGreaterThan(50);
    expect(kinds.filter((kind) => !Object.hasOwn(returned, kind))).toEqual([]);
  });

  it("names the steps of the season's end and the jobs as the page does", async () => {
    const steps = await db.query<{ step: string; title: string }>("select * from private.season_step_list()");
    expect(steps.map(({ step }) => titleOfStep(step))).toEqual(steps.map(({ title }) => title));
    const jobs = await db.query<{ name: string }>("select name from private.jobs");
    expect(jobs.map(({ name }) => name).sort()).toEqual(Object.keys(jobNames).sort());
    expect(Object.values(jobNames)).toEqual(Object.keys(jobNames));
  });

  it("drafts the message to members as the page does", async () => {
    const made = { matches: { cancelled: ["a", "b"] }, access: { subscriptions: ["c"] } };
    for (const steps of [{}, made, { matches: { cancelled: ["a"] } }]) {
      await db.query(
        `with ending as (
           insert into private.season_endings (season, first_day, last_day, seasons, undone_at)
           values ('2025-26', '2025-08-01', '2026-05-31', '{}', now()) returning *
         ), done as (
           insert into private.season_steps (ending_id, step, is_skipped, summary, made)
           select e.id, s.key, false, '', s.value from ending e, jsonb_each($1::jsonb) s returning 1
         )
         select count(*) from done`,
        [JSON.stringify(steps)],
      );
    }
    const drafts = await db.query<{ draft: { facts: DraftFacts; title: string; message: string } }>(
      "select private.season_message_draft(e) as draft from private.season_endings e",
    );
    expect(drafts.map(({ draft }) => draft.facts.cancelled).sort()).toEqual([0, 1, 2]);
    for (const { draft } of drafts) {
      const { facts, ...text } = draft;
      expect(draftOf(facts)).toEqual(text);
    }
  });
});

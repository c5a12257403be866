/**
 * The year of an organiser on a phone, with a real season: import, twelve rounds, a winter break with postponed matches, the end of
 * the season and the import of the next one; each kind of step is undone once.
 */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import { premierLeague } from "../../seasons/season-file.ts";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addPlayer, must } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { card, signIn } from "../support/user-actions.ts";

test.describe.configure({ mode: "serial" });

const ROUNDS = 12;
const day = 86_400_000;

interface Fixture {
  round: string;
  date: string;
  time?: string;
  team1: string;
  team2: string;
  score: { ft: [number, number] };
}
const season = JSON.parse(readFileSync(premierLeague("2025-26"), "utf8")) as { matches: Fixture[] };
const results = new Map(season.matches.map((match) => [`${match.team1} v ${match.team2}`, match.score.ft]));

/** The season without results, whose first match is on `first`, as a file; `change` changes its matches. */
function fileOf(name: string, first: string, change = (match: object, _at: number) => match) {
  const shift = Date.parse(first) - Date.parse(season.matches[0]?.date ?? "");
  const later = (date: string, days = 0) =>
    new Date(Date.parse(date) + shift + days * day).toISOString().slice(0, 10);
  const matches = season.matches.map(({ score: _, ...match }, at) =>
    change({ ...match, date: later(match.date) }, at),
  );
  const text = JSON.stringify({ name: `English Premier League ${name}`, matches });
  return { name: "season.json", mimeType: "application/json", buffer: Buffer.from(text) };
}

let club: Club;
let page: Page;
const members: string[] = [];
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await openAdminPage(browser, club, 390);
  for (const [name, email] of [
    ["Pia Player", "pia@example.com"],
    ["Quentin Player", "quentin@example.com"],
    ["Rose Player", "rose@example.com"],
  ] as const)
    members.push(await addPlayer(club, name, email));
});
test.afterAll(() => club.stop());

const said = (words: string | RegExp) => expect(page.getByText(words).last()).toBeVisible();
const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
const undoes = async () => {
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await said("Undone. Everything is as it was before.");
};
/** Nothing of a page is wider than the phone. */
const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

async function importFile(file: ReturnType<typeof fileOf>): Promise<void> {
  await page.goto("/manage-matches");
  await press("Import fixtures");
  const form = page.getByRole("dialog", { name: "Import fixtures" });
  await form.getByLabel("Competition").selectOption("Premier League");
  await form.getByLabel("File").setInputFiles(file);
  await form.getByRole("button", { name: "Preview import" }).click();
  await form.getByRole("button", { name: /^(?:Import|Change) \d+ / }).click();
}

test("the season is imported, undone and imported again", async () => {
  await importFile(fileOf("2025/26", daysFromNow(3)));
  await said("380 matches added, 0 changed, 0 results entered");
  await undoes();
  expect((await must(club.secret.from("matches").select("id"))).data).toEqual([]);
  await importFile(fileOf("2025/26", daysFromNow(3)));
  await said("380 matches added, 0 changed, 0 results entered");
  await fits();
});

test("members are given subscriptions with their payments, and predict twelve rounds", async () => {
  for (const member of members)
    await must(
      club.secret.rpc("give_paid_subscription", {
        _user_id: member,
        _type: "premier_league",
        _expires_on: daysFromNow(300),
        payment: {
          payer_id: member,
          payer_name: "",
          amount_rs: 500,
          method: "cash",
          paid_on: daysFromNow(0),
          remark: "",
        },
      }),
    );
  const rounds = Array.from({ length: ROUNDS }, (_, at) => `Matchday ${at + 1}`);
  const matches = await must(
    club.secret.from("matches").select("id").in("round", rounds).order("kickoff_at"),
  );
  expect(matches.data).toHaveLength(10 * ROUNDS);
  const picks = (matches.data ?? []).flatMap(({ id }, at) =>
    members.map((user_id, member) => ({
      user_id,
      match_id: id,
      home_prediction: (at + member) % 4,
      away_prediction: (at * member) % 3,
    })),
  );
  await must(club.secret.from("user_predictions").insert(picks));
});

for (let round = 1; round <= ROUNDS; round++)
  test(`the results of round ${round} are entered on one screen`, async () => {
    const name = `Matchday ${round}`;
    // The round was played: its days are in the past, in the order of the rounds.
    await club.sql(
      `update public.matches set match_date = current_date - ${3 * (ROUNDS - round) + 2} where round = '${name}';
       select public.start_due_matches()`,
    );
    const address = `/enter-results?competition=premier_league&season=2025%2F26&round=Matchday+${round}`;
    await page.goto(address);
    const enter = async () => {
      const rows = await must(
        club.secret.from("matches").select("home_team_name, away_team_name").eq("round", name),
      );
      for (const { home_team_name: home, away_team_name: away } of rows.data ?? []) {
        const [homeGoals, awayGoals] = results.get(`${home} v ${away}`) ?? [1, 0];
        const match = page.getByRole("group", { name: `${clubName(home)} v ${clubName(away)}`, exact: true });
        await match.getByRole("textbox").nth(0).fill(String(homeGoals));
        await match.getByRole("textbox").nth(1).fill(String(awayGoals));
      }
      await press(/^Save 10 results/);
      await said("10 results saved and points calculated!");
    };
    await enter();
    if (round === 3) {
      await undoes();
      await page.goto(address);
      await enter();
    }
    await fits();
  });

test("a result is corrected, and that is undone", async () => {
  await page.goto("/enter-results?competition=premier_league&season=2025%2F26&round=Matchday+12");
  const edit = page.getByRole("button", { name: /^Edit / }).first();
  const match = (await edit.getAttribute("aria-label"))?.slice("Edit ".length) ?? "";
  await edit.click();
  await page.getByRole("group", { name: match, exact: true }).getByRole("textbox").nth(0).fill("9");
  await press(/^Save 1 result/);
  await said("1 result saved and points calculated!");
  await undoes();
  const nine = await must(club.secret.from("matches").select("id").eq("home_score", 9));
  expect(nine.data).toEqual([]);
});

test("the winter break postpones two matches by a file, which is undone from the audit log and repeated", async () => {
  const first = ROUNDS * 10;
  const postponed = fileOf("2025/26", daysFromNow(3), (match, at) =>
    at === first || at === first + 1
      ? { ...match, date: new Date(Date.parse(daysFromNow(200))).toISOString().slice(0, 10) }
      : match,
  );
  const moved = async () =>
    (await must(club.secret.from("matches").select("id").eq("match_date", daysFromNow(200)))).data?.length ??
    0;
  const before = await moved();
  await importFile(postponed);
  await said(/0 matches added, \d+ changed, 0 results entered/);
  expect(await moved()).toBe(before + 2);
  await page.goto("/admin-dashboard/audit-log");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Premier League" })
    .getByRole("button", { name: "Undo" })
    .first()
    .click();
  await press("Undo import");
  await said("Undone. Everything is as it was before.");
  expect(await moved()).toBe(before);
  await importFile(postponed);
  await said(/0 matches added, \d+ changed, 0 results entered/);
  await fits();
});

const step = (title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const isDone = (title: string) => expect(step(title).getByLabel("Done")).toBeVisible();
const pressExactly = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("the season ends, each step is undone once, and the whole once", async () => {
  await must(club.secret.rpc("set_clear_points_pin", { pin: "4711" }));
  await page.goto("/admin-dashboard/season-end");
  const open = 380 - 10 * ROUNDS;
  await expect(step("Unfinished matches")).toContainText(`${open} unfinished matches`);
  const clear = async () => {
    await step("Clear the points").getByLabel("PIN").fill("4711");
    await pressExactly("Clear the points");
    await isDone("Clear the points");
  };
  const steps: [string, () => Promise<void>][] = [
    [
      "Unfinished matches",
      async () => {
        await page.getByRole("checkbox", { name: `All ${open} matches` }).check();
        await pressExactly(`Cancel all ${open}`);
        await isDone("Unfinished matches");
      },
    ],
    ...(
      [
        ["Archive the leaderboards", "Archive the leaderboards"],
        ["Archive the subscriptions", "Archive the subscriptions"],
        ["Take a snapshot", "Take a snapshot"],
        ["Close the honours", "Close the honours"],
        // The members have theirs for longer.
        ["End subscriptions and codes", "Continue"],
      ] as const
    ).map(([title, button]): [string, () => Promise<void>] => [
      title,
      async () => {
        await pressExactly(button);
        await isDone(title);
      },
    ]),
    ["Clear the points", clear],
  ];
  for (const [title, act] of steps) {
    await act();
    await pressExactly(`Undo: ${title}`);
    await expect(step(title).getByLabel("Done")).toHaveCount(0);
    await act();
    await fits();
  }
  await pressExactly("Undo everything");
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo everything" }).click();
  await said(/^The end of the season was undone/);
  const again = await must(club.secret.from("matches").select("id").in("status", ["upcoming", "live"]));
  expect(again.data).toHaveLength(open);
  for (const [, act] of steps) await act();
});

test("the next season is imported, members are told, and one predicts its first match", async ({
  page: visitor,
}) => {
  const next = fileOf("2026/27", daysFromNow(30));
  await importFile(next);
  await said("380 matches added, 0 changed, 0 results entered");
  await page.goto("/admin-dashboard/season-end");
  await pressExactly("It is imported");
  await pressExactly("Send to everyone");
  await said(/The season has ended\./);
  const [member = ""] = members;
  await must(
    club.secret.rpc("give_subscription", {
      _user_id: member,
      _type: "premier_league",
      _expires_on: daysFromNow(300),
    }),
  );
  await visitor.setViewportSize({ width: 390, height: 844 });
  await signIn(visitor, "pia@example.com");
  await visitor.goto("/matches");
  const [first] = season.matches;
  const match = card(visitor, clubName(first?.team1 ?? ""), clubName(first?.team2 ?? ""));
  await match.getByRole("textbox").nth(0).fill("2");
  await match.getByRole("textbox").nth(1).fill("1");
  await expect(match.getByText(/^Saved \d/)).toBeVisible();
});

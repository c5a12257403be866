/** Importing fixtures from a file: a preview, then everything or nothing. */
import { expect, type Page } from "@playwright/test";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, openClub } from "../support/club.ts";
import { addPlayer, complete, must, predict } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";

let club: Club;
let page: Page;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await openAdminPage(browser, club);
});
test.afterAll(() => club.stop());

const year = new Date().getFullYear() + 1;
const csv = (...lines: string[]) => ({
  name: "fixtures.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["Round,Home,Away,Date,Time,Result", ...lines].join("\n")),
});

async function choose(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const form = page.getByRole("dialog", { name: "Import fixtures" });
  await form.getByLabel("File").setInputFiles(file);
  await form.getByRole("button", { name: "Preview import" }).click();
}

test("every row that cannot be used is listed with its reason", async () => {
  await page.goto("/manage-matches");
  await page.getByRole("button", { name: "Import fixtures" }).click();
  const form = page.getByRole("dialog", { name: "Import fixtures" });
  await form.getByRole("button", { name: "Preview import" }).click();
  await expect(form.getByRole("alert")).toHaveText("Please choose a file");
  await choose(csv("1,Leeds,Leeds,2030-08-17,15:00,"));
  await expect(form.getByRole("alert")).toHaveText("Please choose a competition");
  await form.getByLabel("Competition").selectOption("Friendly Club");
  await form.getByRole("button", { name: "Preview import" }).click();
  await expect(form.getByRole("alert")).toHaveText(/^Please name the season/);
  await form.getByLabel("Season").fill("2030/31");
  await choose(csv(`1,Leeds,Leeds,${year}-08-17,15:00,`, `1,Leeds,Hull,${year}-08-17,half past,`));
  await expect(form.getByText("a team cannot play itself")).toBeVisible();
  await expect(form.getByText("“half past” is not a time like 15:00")).toBeVisible();
  await expect(form.getByRole("button", { name: "No new match" })).toBeDisabled();
});

test("dates that fit both orders are asked about, and columns that are not read are named", async () => {
  const form = page.getByRole("dialog", { name: "Import fixtures" });
  await form.getByLabel("Competition").selectOption("Friendly Club");
  await form.getByLabel("Season").fill("2030/31");
  const file = csv(`1,Leeds,Hull,02/03/${year},15:00,`);
  await choose({ ...file, buffer: Buffer.from(`${file.buffer}A. Ref`.replace("Result", "Referee")) });
  const question = form.getByRole("group", { name: `Which day is 02/03/${year} in this file?` });
  await expect(form.getByRole("alert")).toHaveText("Please answer 1 question above.");
  await question.getByLabel("the month comes first").check();
  await expect(form.getByRole("listitem").filter({ hasText: "Leeds v Hull" })).toContainText(`3 Feb ${year}`);
  await question.getByLabel("the day comes first").check();
  await expect(form.getByRole("listitem").filter({ hasText: "Leeds v Hull" })).toContainText(`2 Mar ${year}`);
  await expect(form.getByText("This column is not read: Referee")).toBeVisible();
});

test("the preview counts changes in club time, and the import applies them", async () => {
  const form = page.getByRole("dialog", { name: "Import fixtures" });
  await form.getByLabel("Season").fill("2030/31");
  await choose(csv(`1,Leeds,Hull,${year}-01-17,15:00,`, `1,Derby,Luton,${year}-01-18,,`));
  await expect(form.getByRole("status")).toHaveText("2 added");
  // Mauritius is four hours ahead of London in winter.
  await expect(form.getByRole("listitem").filter({ hasText: "Leeds v Hull" })).toContainText("19:00");
  await form.getByRole("button", { name: "Import 2 new matches" }).click();
  await expect(page.getByText("2 matches added, 0 changed, 0 results entered")).toBeVisible();
  await expect(page.getByText("Leeds").first()).toBeVisible();
});

test("a second import applies only changes, and openfootball JSON is accepted", async () => {
  await page.getByRole("button", { name: "Import fixtures" }).click();
  const form = page.getByRole("dialog", { name: "Import fixtures" });
  await form.getByLabel("Competition").selectOption("Friendly Club");
  await form.getByLabel("Season").fill("2030/31");
  await choose(csv(`1,Leeds,Hull,${year}-01-17,16:00,`, `1,Derby,Luton,${year}-01-18,,`));
  await expect(form.getByRole("status")).toHaveText(/1 moved\s*1 unchanged/);
  const round = { round: "Matchday 2", date: `${year}-02-01`, time: "15:00", team1: "Hull", team2: "Leeds" };
  await choose({
    name: "season.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ name: "Friendly Club 2030/31", matches: [round] })),
  });
  await expect(form.getByRole("status")).toHaveText("1 added");
  await expect(form.getByText("Not in this file: 2")).toBeVisible();
  await form.getByLabel("Yes, add 1 match").check();
  await form.getByRole("button", { name: "Import 1 new match" }).click();
  await expect(page.getByText("1 match added, 0 changed, 0 results entered")).toBeVisible();
});

/** Imports what the tests of the first ring import on the page, if they do not run. */
async function importSeason(): Promise<void> {
  const { data: stored } = await must(club.secret.from("matches").select("id"));
  if (stored?.length) return;
  const row = (round: number, home: string, away: string, day: string, time: string | null) => ({
    round: `Matchday ${round}`,
    home,
    away,
    date: `${year}-${day}`,
    time,
    confirmed: time !== null,
  });
  await must(
    club.secret.rpc("import_matches", {
      _league: "Friendly Club",
      _season: "2030/31",
      _time_zone: "Europe/London",
      _matches: [
        row(1, "Leeds", "Hull", "01-17", "15:00"),
        row(1, "Derby", "Luton", "01-18", null),
        row(2, "Hull", "Leeds", "02-01", "15:00"),
      ],
    }),
  );
}

test(
  "a team that resembles a known one is asked about, and an import is undone from the audit log",
  SWEEP,
  async () => {
    await importSeason();
    await page.setViewportSize({ width: 390, height: 844 });
    const player = await addPlayer(club, "Pia Player", "pia@example.com", false);
    const matches = await must(club.secret.from("matches").select("id, home_team_name").order("match_date"));
    const idOf = (home: string) => matches.data?.find((row) => row.home_team_name === home)?.id ?? "";
    await predict(club, player, idOf("Leeds"), [2, 1]);
    await predict(club, player, idOf("Derby"), [0, 0]);
    await complete(club, idOf("Leeds"), [2, 0]);
    const stored = () =>
      must(
        club.secret
          .from("user_predictions")
          .select("match_id, home_prediction, away_prediction, points_earned")
          .order("match_id"),
      );
    const before = (await stored()).data;

    await page.goto("/manage-matches");
    await page.getByRole("button", { name: "Import fixtures" }).click();
    const form = page.getByRole("dialog", { name: "Import fixtures" });
    await form.getByLabel("Competition").selectOption("Friendly Club");
    await form.getByLabel("Season").fill("2030/31");
    await choose(csv(`1,Leeeds,Hull,${year}-01-17,15:00,2-1`, `1,Derby,Luton,${year}-01-18,,cancelled`));
    await expect(form.getByText("Please answer 2 questions above.")).toBeVisible();
    await form.getByLabel("It is Leeds").check();
    await expect(form.getByText("was 2–0, now 2–1")).toBeVisible();
    await form.getByRole("button", { name: "Change 2 matches" }).click();
    await expect(page.getByText("0 matches added, 0 changed, 1 result entered, 1 cancelled")).toBeVisible();
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    expect((await stored()).data).not.toEqual(before);

    await page.goto("/admin-dashboard/audit-log");
    const entry = page.getByRole("listitem").filter({ hasText: "1 cancelled" });
    await entry.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo import" }).click();
    await expect(page.getByText("Undone. Everything is as it was before.")).toBeVisible();
    expect((await stored()).data).toEqual(before);
    await expect(entry.getByRole("button", { name: "Undo" })).toHaveCount(0);
  },
);

test(
  "the rest of a file is imported with its awarded score and a new team, and the message undoes it",
  SWEEP,
  async () => {
    const matches = () => must(club.secret.from("matches").select("*").order("id"));
    const teams = () => must(club.secret.from("teams").select("name").order("name"));
    const before = [(await matches()).data, (await teams()).data] as const;
    await page.goto("/manage-matches");
    await page.getByRole("button", { name: "Import fixtures" }).click();
    const form = page.getByRole("dialog", { name: "Import fixtures" });
    await form.getByLabel("Competition").selectOption("Friendly Club");
    await form.getByLabel("Season").fill("2030/31");
    const row = (round: number, day: number, team1: string, team2: string) => ({
      round: `Matchday ${round}`,
      date: `${year}-01-${day}`,
      team1,
      team2,
    });
    await choose({
      name: "season.json",
      mimeType: "application/json",
      buffer: Buffer.from(
        JSON.stringify({
          matches: [
            { ...row(1, 18, "Derby", "Luton"), status: "awarded", score: { ft: [3, 0] } },
            row(1, 19, "Hull", "Hull"),
            row(3, 25, "Hul", "Derby"),
          ],
        }),
      ),
    });
    await form.getByLabel("It is a new team").check();
    await form.getByLabel("Yes, add 1 match").check();
    await expect(form.getByText("Some rows cannot be used.")).toBeVisible();
    await expect(form.getByText("awarded 3–0")).toBeVisible();
    await form.getByLabel("Import the rest").check();
    await form.getByLabel("Count awarded scores as results").check();
    await expect(form.getByRole("status")).toHaveText(/1 cannot be used\s*1 added\s*1 with a result/);
    await form.getByRole("button", { name: "Import 1 new, 1 changed" }).click();
    await expect(page.getByText("1 match added, 0 changed, 1 result entered")).toBeVisible();
    const names = ((await teams()).data ?? []).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Hull", "Hul"]));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone. Everything is as it was before.")).toBeVisible();
    // The match that it completed was open, so it says that its predictions were visible.
    const reopened = { status: "upcoming", predictions_revealed_at: expect.any(String) };
    const [matchesBefore, teamsBefore] = before;
    expect((await matches()).data).toEqual(
      matchesBefore?.map((match) => (match.home_team_name === "Derby" ? { ...match, ...reopened } : match)),
    );
    expect((await teams()).data).toEqual(teamsBefore);
  },
);

test(
  "exchanged sides of a predicted match wait for an answer, and the goals stay with their teams",
  SWEEP,
  async () => {
    const derby = await must(club.secret.from("matches").select("id").eq("home_team_name", "Derby").single());
    const matchId = derby.data?.id ?? "";
    const prediction = async () => {
      const goals = "home_prediction, away_prediction";
      return (await must(club.secret.from("user_predictions").select(goals).eq("match_id", matchId))).data;
    };
    const goals = { home_prediction: 2, away_prediction: 1 };
    await must(club.secret.from("user_predictions").update(goals).eq("match_id", matchId));
    await page.goto("/manage-matches");
    await page.getByRole("button", { name: "Import fixtures" }).click();
    const form = page.getByRole("dialog", { name: "Import fixtures" });
    await form.getByLabel("Competition").selectOption("Friendly Club");
    await form.getByLabel("Season").fill("2030/31");
    await choose(csv(`1,Luton,Derby,${year}-01-18,,`));
    await expect(
      form.getByText(/exchanges home and away of 1 match that members have predicted/),
    ).toBeVisible();
    await expect(form.getByText("Please answer 1 question above.")).toBeVisible();
    await form.getByLabel("Leave them as they are").check();
    await expect(form.getByText("This import would change nothing.")).toBeVisible();
    await form.getByLabel(/^Exchange them/).check();
    await form.getByRole("button", { name: "Change 1 match" }).click();
    await expect(page.getByText("0 matches added, 1 changed, 0 results entered")).toBeVisible();
    expect(await prediction()).toEqual([{ home_prediction: 1, away_prediction: 2 }]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone. Everything is as it was before.")).toBeVisible();
    expect(await prediction()).toEqual([goals]);
  },
);

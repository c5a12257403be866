/** Moving in: an organiser pastes the points of another pool, members see them, and a new one claims the own points. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let admin: Page;
let amina: Page;

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  await addPlayer(club, "Amina Khan", "amina@example.com");
  await addPlayer(club, "Zoe Labelle", "zoe@example.com");
  const match = await addMatch(club, {
    league: "Friendly Club",
    season: "2026/27",
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    round: "Matchday 1",
    match_date: daysFromNow(7),
  });
  await complete(club, match, [1, 0]);
  admin = await newVisitor(browser, club, []);
  amina = await newVisitor(browser, club, []);
  await signIn(admin, "olga@example.com");
  await signIn(amina, "amina@example.com");
});
test.afterAll(() => club.stop());

const POOL = "Pos\tPlayer\tMD 1\tMD 2\tTotal\n1\tAmina Khan\t4\t26\t30\n2\tZoé L.\t6\t4\t10\n";

test("a list is previewed with who each name is", async () => {
  await admin.goto("/admin-dashboard/moving-in");
  await admin.getByRole("button", { name: "Preview" }).click();
  await expect(admin.getByText("Paste at least one line with a name and points")).toBeVisible();
  await admin.getByLabel("Where the points come from").fill("Carried over from Kicktipp");
  await admin.getByLabel("Where they count").selectOption("Friendly Club");
  await admin.getByLabel("Names and points").fill(`${POOL}3\tAmina Khan\t1\t1\t2\n`);
  await admin.getByRole("button", { name: "Preview" }).click();
  await expect(admin.getByText("The same name as line 1")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Move 3 members in" })).toBeDisabled();
  await admin.getByRole("button", { name: "Back to the list" }).click();
  await admin.getByLabel("Names and points").fill(POOL.replace("Zoé L.", "Zoé Laval"));
  await admin.getByRole("button", { name: "Preview" }).click();
  await expect(admin.getByText("1 member found, 1 new, 40 points.")).toBeVisible();
  await expect(admin.getByText("These have a leaderboard here: Matchday 1.")).toBeVisible();
  await expect(admin.getByText("Total before 0, after 30")).toBeAttached();
});

test("the list is moved in, and counts at once", async () => {
  await admin.getByRole("button", { name: "Move 2 members in" }).click();
  await expect(admin.getByText("2 members moved in")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "1 member without a sign-in" })).toBeVisible();
  await amina.goto("/leaderboard?competition=friendly_club");
  await expect(amina.getByText("With points from before: Carried over from Kicktipp.")).toBeVisible();
  await amina.getByRole("link", { name: "Amina Khan" }).first().click();
  await expect(
    amina.getByText("30 of these points were carried over: Carried over from Kicktipp"),
  ).toBeVisible();
});

test("a member claims points by the link", async ({ browser }) => {
  const { data } = await club.secret.rpc("moved_in");
  const [placeholder] = (data as unknown as { placeholders: { code: string }[] }).placeholders;
  const zoe = await newVisitor(browser, club, []);
  await signIn(zoe, "zoe@example.com");
  await zoe.goto(`/profile?claim=${placeholder?.code}`);
  await zoe.getByRole("button", { name: "Claim points" }).click();
  await expect(zoe.getByText("10 points of Zoé Laval now count as yours.")).toBeVisible();
  await zoe.reload();
  await zoe.getByRole("button", { name: "Claim points" }).click();
  await expect(zoe.getByText("This link is no longer valid.")).toBeVisible();
  await zoe.context().close();
});

test("the final table of a past season has a champion in the honours, until it is undone", async () => {
  await admin.goto("/admin-dashboard/moving-in");
  const season = admin.getByRole("region", { name: "Final table of a past season" });
  await season.getByRole("button", { name: "Check the table" }).click();
  await expect(season.getByText("Enter a name, both dates and the table")).toBeVisible();
  await season.getByLabel("Name").fill("Season 2019/20");
  await season.getByLabel("Competition").selectOption("Friendly Club");
  await season.getByLabel("Start Date").fill(daysFromNow(-900));
  await season.getByLabel("End Date").fill(daysFromNow(-600));
  await season.getByLabel("Final table").fill("1. Amina Khan 61\n2. Ben Li 61\n3. Old Hand x");
  await season.getByRole("button", { name: "Check the table" }).click();
  await expect(season.getByText("Points are whole numbers from 0 to 10,000")).toBeVisible();
  await expect(season.getByRole("button", { name: "Archive the table" })).toBeDisabled();
  await season.getByRole("button", { name: "Back to the table" }).click();
  await season.getByLabel("Final table").fill("1. Amina Khan 61\n2. Ben Li 61\n3. Old Hand 8");
  await season.getByRole("button", { name: "Check the table" }).click();
  await expect(season.getByText("3 players, 1 of them a member here.")).toBeVisible();
  await season.getByRole("button", { name: "Archive the table" }).click();
  await expect(admin.getByText("The season was archived")).toBeVisible();
  await amina.goto("/honours");
  const champions = amina.getByRole("region", { name: "Champions" });
  await expect(champions.getByText("Season 2019/20")).toBeVisible();
  await expect(champions.getByText("Amina Khan")).toBeVisible();
  await expect(champions.getByText("Ben Li")).toHaveCount(0);
  await champions.getByRole("link", { name: "Final table" }).click();
  await expect(amina.getByText("Final table of another pool")).toBeVisible();
  await expect(amina.getByRole("list", { name: "Podium" })).not.toContainText("perfect");
  await expect(amina.getByRole("columnheader")).toHaveText(["Rank", "Player", "Points"]);
  await expect(amina.getByRole("row", { name: "2 Ben Li 61" })).toBeVisible();
  await admin.getByRole("button", { name: "Undo: A past season was archived" }).click();
  await expect(admin.getByText("A past season was archived")).toHaveCount(0);
  await amina.goto("/honours");
  await expect(amina.getByText("Season 2019/20")).toHaveCount(0);
});

const MATRIX =
  "Player\tArsenal - Chelsea\tArsenal v Chelski\tTotal\n" +
  "Cara Drummond\t1-0\t2-2\t7\nDev Patel\t2:0\t\t0\nAmina Khan\t3-0\t\t1\n";

test("a matrix asks about the match that is not found, and compares the picks with the totals", async () => {
  await admin.goto("/admin-dashboard/moving-in");
  await admin.getByLabel("Where the points come from").fill("Picks of the old pool");
  await admin.getByLabel("Where they count").selectOption("Overall leaderboard only");
  await admin.getByLabel("Names and points").fill(MATRIX);
  await admin.getByRole("button", { name: "Preview" }).click();
  await expect(admin.getByText("Choose the competition of the matches")).toBeVisible();
  await admin.getByLabel("Where they count").selectOption("Friendly Club");
  await admin.getByRole("button", { name: "Preview" }).click();
  await expect(admin.getByText("1 match that is over was found.")).toBeVisible();
  await expect(admin.getByText("No match of these teams is in this season")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Move 3 members in" })).toBeDisabled();
  await admin.getByLabel("Which match is Arsenal – Chelski?").selectOption("Leave this column out");
  await expect(
    admin.getByText("1 pick moved in. The picks earn 3 points here. 4 points are carried over."),
  ).toBeVisible();
  await expect(admin.getByText("The picks earn more here than the other pool's total.")).toBeVisible();
  await admin.getByLabel("What counts for Dev Patel?").selectOption("The picks: 1 point");
  await expect(admin.getByText("Total before 0, after 7")).toBeAttached();
  await admin.getByRole("button", { name: "Move 3 members in" }).click();
  await expect(admin.getByText("3 members moved in")).toBeVisible();
  await amina.goto("/leaderboard?competition=friendly_club");
  await amina.getByRole("link", { name: "Cara Drummond" }).first().click();
  await expect(amina.getByText("7 of these points were carried over: Picks of the old pool")).toBeVisible();
});

test("with another rule a matrix needs totals, and its picks are not stored", async () => {
  await admin.goto("/admin-dashboard/moving-in");
  await admin.getByLabel("Names and points").fill(MATRIX.replace("Total", "Remarks"));
  await admin.getByLabel("Points in the other pool").selectOption("Another rule");
  await admin.getByRole("button", { name: "Preview" }).click();
  await expect(admin.getByText("With another rule the matrix needs a column with totals.")).toBeVisible();
  await admin.getByLabel("Names and points").fill(MATRIX);
  await admin.getByRole("button", { name: "Preview" }).click();
  await expect(admin.getByText("3 members found, 0 new, 8 points.")).toBeVisible();
  await expect(admin.getByText("The picks earn")).toHaveCount(0);
  await admin.getByRole("button", { name: "Back to the list" }).click();
});

test("an organiser undoes the moves", async () => {
  await admin.goto("/admin-dashboard/moving-in");
  const undo = admin.getByRole("button", { name: "Undo: Points were moved in" });
  await undo.first().click();
  await expect(undo).toHaveCount(1);
  await undo.click();
  await expect(admin.getByRole("heading", { name: "Lists that were moved in" })).toHaveCount(0);
  await amina.goto("/leaderboard?competition=friendly_club");
  await expect(amina.getByText("With points from before")).toHaveCount(0);
});

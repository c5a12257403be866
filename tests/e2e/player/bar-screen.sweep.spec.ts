/** The screen for the bar: an organiser opens it, and a browser without a session follows the matches by its link. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, must, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let admin: Page;
let bar: Page;
let match = "";

const linkField = () => admin.getByLabel("Link of the screen");
const score = (home_score: number, away_score: number) =>
  must(club.secret.from("matches").update({ status: "live", home_score, away_score }).eq("id", match));

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  match = await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(2),
    league: "Friendly Club",
  });
  await predict(club, await addPlayer(club, "Amina Khan", "amina@example.com"), match, [1, 0]);
  await predict(club, await addPlayer(club, "Bruno Evans", "bruno@example.com"), match, [2, 0]);
  admin = await newVisitor(browser, club, []);
  await signIn(admin, "olga@example.com");
  // Nothing turns, so that every row is on the screen.
  bar = await newVisitor(browser, club, [], {
    viewport: { width: 1920, height: 1080 },
    reducedMotion: "reduce",
  });
});
test.afterAll(() => club.stop());

test("an organiser opens a screen, and a visitor sees it by its link without a pick of an open match", async () => {
  await admin.goto("/live-scores");
  await admin.getByRole("button", { name: "Open a screen" }).click();
  await expect(linkField()).toHaveValue(/\/screen#[0-9a-f]{64}$/);
  await bar.goto(await linkField().inputValue());
  await expect(bar.getByRole("region", { name: "Matches" }).getByText("Arsenal")).toBeVisible();
  await expect(bar.getByRole("row", { name: /Amina Khan/ })).toBeVisible();
  await expect(bar.getByRole("region", { name: /^Last lock/ })).toHaveCount(0);
  await expect(bar.getByRole("navigation")).toHaveCount(0);
});

test("the screen shows kick-off, picks and a goal without a reload", async () => {
  await moveKickoff(club, match, -600);
  await score(0, 0);
  await expect(bar.getByText(/^Live \d+'$/)).toBeVisible();
  const lock = bar.getByRole("region", { name: "Last lock: Arsenal v Chelsea" });
  await expect(lock.getByText("100% Arsenal")).toBeVisible();
  await expect(lock.getByRole("listitem").filter({ hasText: "Bruno Evans" })).toContainText("2–0");
  await score(2, 0);
  await expect(bar.getByRole("row").nth(1)).toHaveText(/1.*Bruno Evans\+33$/);
  await expect(bar.getByRole("row").nth(2)).toHaveText(/2.*Amina Khan\+11$/);
});

test("without names the screen shows ranks and points only", async () => {
  const names = admin.getByLabel("Show names of members");
  await names.uncheck();
  await expect(admin.getByText("Saved. The screen changes within a minute.")).toBeVisible();
  await score(2, 1);
  await expect(bar.getByText("Bruno Evans")).toHaveCount(0);
  await expect(bar.getByText("Amina Khan")).toHaveCount(0);
  await expect(bar.getByText("100% Arsenal")).toBeVisible();
});

test("a failure keeps what the screen shows", async () => {
  await bar.route("**/rpc/bar_screen", (route) =>
    route.fulfill({ status: 500, json: { message: "broken" } }),
  );
  const failed = bar.waitForResponse("**/rpc/bar_screen");
  await score(3, 1);
  await failed;
  await expect(bar.getByText("100% Arsenal")).toBeVisible();
  await bar.unroute("**/rpc/bar_screen");
});

test("a new link ends the old one, and closing ends the new one", async () => {
  const old = await linkField().inputValue();
  await admin.getByRole("button", { name: "New link" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "New link" }).click();
  await expect(linkField()).not.toHaveValue(old);
  await score(3, 2);
  await expect(bar.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  await expect(bar.getByText("Arsenal")).toHaveCount(0);
  await bar.goto(await linkField().inputValue());
  await expect(bar.getByText("100% Arsenal")).toBeVisible();
  await admin.getByRole("button", { name: "Close the screen" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Close the screen" }).click();
  await expect(admin.getByRole("button", { name: "Open a screen" })).toBeVisible();
  await bar.reload();
  await expect(bar.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
});

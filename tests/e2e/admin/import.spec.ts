/** Importing fixtures from a file: a preview, then everything or nothing. */
import { expect, type Page, test } from "@playwright/test";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, openClub } from "../support/club.ts";

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

test("an invalid file is refused with a message per line", async () => {
  await page.goto("/manage-matches");
  await page.getByRole("button", { name: "Import fixtures" }).click();
  const form = page.getByRole("dialog", { name: "Import fixtures" });
  await form.getByRole("button", { name: "Preview import" }).click();
  await expect(form.getByRole("alert")).toHaveText("Please choose a file");
  await choose(csv("1,Leeds,Leeds,2030-08-17,15:00,"));
  await expect(form.getByRole("alert")).toHaveText("Please choose a competition");
  await form.getByLabel("Competition").selectOption("Friendly Club");
  await form.getByRole("button", { name: "Preview import" }).click();
  await expect(form.getByRole("alert")).toHaveText(/^Line 2 \(Leeds v Leeds\): a team cannot play itself/);
  await choose(csv(`1,Leeds,Hull,${year}-08-17,15:00,`));
  await expect(form.getByRole("alert")).toHaveText(/^Please name the season/);
});

test("the preview counts changes in club time, and the import applies them", async () => {
  const form = page.getByRole("dialog", { name: "Import fixtures" });
  await form.getByLabel("Season").fill("2030/31");
  await choose(csv(`1,Leeds,Hull,${year}-01-17,15:00,`, `1,Derby,Luton,${year}-01-18,,`));
  await expect(form.getByRole("status")).toHaveText("2 added");
  // Mauritius is four hours ahead of London in winter.
  await expect(form.getByRole("row").filter({ hasText: "Leeds" })).toContainText("19:00");
  await form.getByRole("button", { name: "Import 2 matches" }).click();
  await expect(page.getByText("2 matches added, 0 moved, 0 results entered")).toBeVisible();
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
  await form.getByRole("button", { name: "Import 1 match" }).click();
  await expect(page.getByText("1 match added, 0 moved, 0 results entered")).toBeVisible();
});

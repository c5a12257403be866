/** A stranger's first club: from the link that the server prints to the first imported fixtures, without a command line. */
import { createHash, randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { checkScreen } from "../support/screen-checks.ts";
import { test } from "../support/test.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
});
test.afterAll(() => club.stop());

test("the holder of the link starts the club, and its first steps follow", async ({ page }) => {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  await club.sql(`select private.open_start_link('${hash}')`);
  const link = `${club.url}/start#${token}`;

  await page.goto(link);
  await page.getByLabel("Name of the club").fill("Rose Hill Predictors");
  await page.getByLabel("Your name").fill("Nadia Ramgoolam");
  await page.getByLabel("Your email or phone").fill("5251 23");
  await page.getByLabel("Password", { exact: true }).fill("Kickoff1at3");
  await page.getByLabel("Time zone").selectOption("Indian/Mauritius");
  await page.getByRole("button", { name: "Create the club" }).click();
  await expect(page.getByText("Not a phone number.")).toBeVisible();
  await checkScreen(page, "the start page");
  await page.getByLabel("Your email or phone").fill("nadia@example.com");
  await page.getByRole("button", { name: "Create the club" }).click();

  await expect(page.getByRole("heading", { name: "Four steps to the first lock" })).toBeVisible();
  await expect(page).toHaveTitle("Tonight · Rose Hill Predictors");
  await checkScreen(page, "the first steps");
  await page.getByRole("button", { name: "Import fixtures" }).click();
  await page.getByLabel("File").setInputFiles({
    name: "season.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`date,time,home,away,round\n${daysFromNow(30)},15:00,Arsenal,Chelsea,Matchday 1\n`),
  });
  await page.getByLabel("Competition").selectOption("Premier League");
  await page.getByLabel("Season").fill("2026/27");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: /^Import 1/ }).click();
  await expect(page.getByText("1 match, 2 teams")).toBeVisible();
  await expect(page.getByText("1 of 4 done")).toBeVisible();

  await page.getByRole("button", { name: "Open Mail" }).click();
  await page.getByRole("button", { name: "Send a test email" }).click();
  await expect(page.getByText("No mail server is set up")).toBeVisible();
  await page.getByRole("button", { name: "Go on without mail" }).click();
  await expect(page.getByText("2 of 4 done")).toBeVisible();

  await page.goto(link);
  await page.reload();
  await expect(page.getByRole("heading", { name: "This club has started already" })).toBeVisible();
});

/** No prediction is lost: offline, with a closed tab, a failing server or an ended session. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addPlayer } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { card, hold, newVisitor, registerByEmail, signIn } from "../support/user-actions.ts";

let club: Club;
test.use({ serviceWorkers: "allow" });
let matchId = "";
let players = 0;

test.beforeAll(async () => {
  club = await openClub();
  await club.secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }]);
});
test.afterAll(() => club.stop());

test.beforeEach(async () => {
  await club.secret.from("matches").delete().eq("league", "Friendly Club");
  const match = {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(2),
    league: "Friendly Club",
  };
  const { data } = await club.secret.from("matches").insert(match).select("id").single();
  matchId = data?.id ?? "";
});

/** A new player on the page of the only match. */
async function aPlayer(
  browser: Parameters<typeof newVisitor>[0],
): Promise<{ page: Page; context: BrowserContext; email: string }> {
  players += 1;
  const email = `player${players}@example.com`;
  const page = await newVisitor(browser, club, []);
  await addPlayer(club, "Train Traveller", email);
  await signIn(page, email);
  await page.goto("/matches");
  await expect(arsenal(page)).toBeVisible();
  return { page, context: page.context(), email };
}

const match = (page: Page) => card(page, "Arsenal", "Chelsea");
const arsenal = (page: Page) => match(page).getByLabel("Arsenal score");

async function set(page: Page, home: number, away: number): Promise<void> {
  await arsenal(page).fill(String(home));
  await match(page).getByLabel("Chelsea score").fill(String(away));
}

async function saved(): Promise<(string | number)[][]> {
  const { data } = await club.secret
    .from("user_predictions")
    .select("home_prediction, away_prediction")
    .eq("match_id", matchId);
  return (data ?? []).map((row) => [row.home_prediction, row.away_prediction]);
}

test("an offline prediction is stored, announced, and saved when the device is online again", async ({
  browser,
}) => {
  const { page, context } = await aPlayer(browser);
  await context.setOffline(true);
  await set(page, 2, 1);
  await expect(match(page).getByRole("alert")).toHaveText(
    "Not saved: no connection. 2–1 is kept on this device.",
  );
  await context.setOffline(false);
  await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
  expect(await saved()).toEqual([[2, 1]]);
});

test("a prediction of a closed tab is saved at the next visit", SWEEP, async ({ browser }) => {
  const { page, context } = await aPlayer(browser);
  await context.setOffline(true);
  await set(page, 3, 0);
  await expect(match(page).getByRole("alert")).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto("/matches");
  await expect(match(next).getByText(/^Saved \d/)).toBeVisible();
  await expect(arsenal(next)).toHaveValue("3");
  expect(await saved()).toEqual([[3, 0]]);
});

test("a failing server is retried automatically, and at once with Retry", SWEEP, async ({ browser }) => {
  const { page } = await aPlayer(browser);
  const refuse = (status: number) =>
    page.route("**/rest/v1/user_predictions*", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status, body: "{}" }) : route.continue(),
    );
  await refuse(500);
  await set(page, 1, 1);
  await expect(match(page).getByRole("alert")).toHaveText(
    "Not saved: the server is not responding. 1–1 is kept on this device.",
  );
  await page.unroute("**/rest/v1/user_predictions*");
  await match(page).getByRole("button", { name: "Retry" }).click();
  await expect(match(page).getByText(/^Saved \d/)).toBeVisible();

  await refuse(503);
  await set(page, 2, 2);
  await expect(match(page).getByRole("alert")).toBeVisible();
  await page.unroute("**/rest/v1/user_predictions*");
  await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
  expect(await saved()).toEqual([[2, 2]]);
});

test(
  "a prediction survives an ended session, is saved after signing in again, and stays private on the device",
  SWEEP,
  async ({ browser }) => {
    const { page, email } = await aPlayer(browser);
    const stored = await page.evaluate(() => localStorage.getItem("scoreline-auth-token"));
    const session: { access_token: string } = JSON.parse(stored ?? "{}");
    await club.secret.auth.admin.signOut(session.access_token, "global");
    await arsenal(page).fill("4");
    // Other requests of the page must not report the ended session before the prediction is typed.
    const release = await hold(page, "**/auth/v1/token*");
    // The session expires on this device, so the next call must refresh it.
    await page.evaluate(
      (expired) => localStorage.setItem("scoreline-auth-token", expired),
      JSON.stringify({ ...session, expires_at: 1 }),
    );
    await match(page).getByLabel("Chelsea score").fill("2");
    release();
    await expect(page.getByText("Your session has expired. Please log in again.")).toBeVisible();
    await page.waitForURL((url) => url.pathname === "/");
    await page.unrouteAll();
    expect(await saved()).toEqual([]);

    await registerByEmail(page, "Other Person", `other-${email}`);
    await page.goto("/matches");
    await expect(arsenal(page)).toHaveValue("");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("Signed out successfully")).toBeVisible();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await saved()).toEqual([]);

    await signIn(page, email);
    await page.goto("/matches");
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
    await expect(arsenal(page)).toHaveValue("4");
    expect(await saved()).toEqual([[4, 2]]);
  },
);

/** A prediction of 5–5 that waits offline while the player's phone saves 1–0. */
async function overtaken(browser: Parameters<typeof newVisitor>[0]) {
  const { page, context, email } = await aPlayer(browser);
  await context.setOffline(true);
  await set(page, 5, 5);
  await expect(match(page).getByRole("alert")).toBeVisible();
  const phone = await newVisitor(browser, club, []);
  await signIn(phone, email);
  await phone.goto("/matches");
  await set(phone, 1, 0);
  await expect(match(phone).getByText(/^Saved \d/)).toBeVisible();
  return { page, context };
}

test(
  "a later prediction of another device is not overwritten when this one is online again",
  SWEEP,
  async ({ browser }) => {
    const { page, context } = await overtaken(browser);
    await context.setOffline(false);
    await expect(arsenal(page)).toHaveValue("1");
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
    expect(await saved()).toEqual([[1, 0]]);
  },
);

test(
  "a later prediction of another device stays on the card while predictions cannot be read",
  SWEEP,
  async ({ browser }) => {
    const { page, context } = await overtaken(browser);
    await page.route(/user_predictions\?(?!.*match_id=eq)/, (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    );
    await context.setOffline(false);
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
    // The card reads the predictions again when the match changes.
    await club.secret.from("matches").update({ match_time: "21:30" }).eq("id", matchId);
    await expect(match(page).getByText(/:30$/)).toBeVisible();
    await expect(arsenal(page)).toHaveValue("1");
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
  },
);

test(
  "a later prediction of another device is not overwritten by the next visit",
  SWEEP,
  async ({ browser }) => {
    const { page, context } = await overtaken(browser);
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto("/matches");
    await expect(arsenal(next)).toHaveValue("1");
    await expect(match(next).getByText(/^Saved \d/)).toBeVisible();
    expect(await saved()).toEqual([[1, 0]]);
  },
);

/** The number of entries in the copy of what was typed. */
const keptPicks = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const name = "scoreline-typed";
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
  );

test(
  "after the lock the screen says that it was too late and which prediction counts",
  SWEEP,
  async ({ browser }) => {
    const { page, context } = await aPlayer(browser);
    await set(page, 1, 0);
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
    await context.setOffline(true);
    await set(page, 2, 0);
    await expect(match(page).getByRole("alert")).toHaveText(
      "Not saved: no connection. 2–0 is kept on this device.",
    );
    await page.close();
    await moveKickoff(club, matchId, -1);
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto("/matches");
    await expect(next.getByRole("alert")).toContainText("Too late: this pick was not saved before the lock.");
    await expect(next.getByRole("alert")).toContainText(
      "Arsenal v Chelsea: 2–0 was not saved. Your 1–0 still counts.",
    );
    await next.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    // The copy on the disk (durable-storage.ts) is restored when a page that is left at once could not delete it.
    await expect.poll(() => keptPicks(next)).toBe(0);
    await next.reload();
    await expect(
      match(next)
        .getByText(/Locked|Your pick/)
        .first(),
    ).toBeVisible();
    await expect(next.getByText("Too late")).toBeHidden();
    expect(await saved()).toEqual([[1, 0]]);
  },
);

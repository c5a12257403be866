/** The leaderboards of a season, one with hundreds of players. */
import { expect, type Page } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { SWEEP, test } from "../support/test.ts";
import { newVisitor } from "../support/user-actions.ts";

const CROWD = 300;
let club: Club;
let page: Page;

test.beforeAll(async ({ browser }) => {
  club = await openClub({ demo: true });
  page = await newVisitor(browser, club, []);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Demo player" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
});
test.afterAll(() => club.stop());

const dialog = () => page.getByRole("dialog");
const table = () => page.getByRole("main").getByRole("table").first();

/** An account without a password, which is created quickly and never signs in. */
async function aStranger(name: string): Promise<string> {
  const { data, error } = await club.secret.auth.admin.createUser({
    email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
    email_confirm: true,
    user_metadata: { full_name: name },
  });
  if (error) throw error;
  return data.user.id;
}

test("every competition has a leaderboard with its own address", async () => {
  await page.goto("/leaderboard");
  for (const name of [
    "FA Cup",
    "League Cup",
    "Champions League",
    "Overall",
    "Friendly Club",
    "Premier League",
  ]) {
    const tab = page.getByRole("navigation", { name: "Competition" }).getByRole("link", { name });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-current", "true");
    await expect(page).toHaveURL(new RegExp(`competition=${name.toLowerCase().replace(" ", "_")}$`));
    await expect(table().or(page.getByRole("main").getByText("No players yet")).first()).toBeVisible();
  }
});

test("the Friendly Club has a tab if enabled, and always its own page", SWEEP, async () => {
  const save = (value: string) =>
    club.secret
      .from("admin_settings")
      .upsert(
        { setting_key: "show_friendly_club_leaderboard_page", setting_value: value },
        { onConflict: "setting_key" },
      );
  const tab = page
    .getByRole("navigation", { name: "Competition" })
    .getByRole("link", { name: "Friendly Club" });
  await page.goto("/leaderboard");
  await expect(tab).toBeVisible();
  await save("false");
  await expect(tab).toBeHidden();
  await page.goto("/leaderboard/friendly-club");
  await expect(page.getByRole("heading", { name: "Friendly Club", level: 1 })).toBeVisible();
  await expect(table()).toBeVisible();
  await save("true");
});

test(
  "points per match since joining are an order of the leaderboard, and a column on a wide page, while an organiser shows them",
  SWEEP,
  async () => {
    const order = page.getByRole("radio", { name: "Points per match" });
    const figures = () => table().locator("tbody .per-match").filter({ hasText: /\d/ }).allTextContents();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/leaderboard?competition=premier_league");
    await expect.poll(figures).not.toHaveLength(0);
    await order.check();
    await expect(page).toHaveURL(/sort=per-match/);
    await expect.poll(async () => (await figures()).length).toBeGreaterThan(10);
    const shown = (await figures()).map(Number);
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
    // With the questions' column, which this leaderboard has too, names have room at every width.
    await expect(table().getByRole("columnheader", { name: "Questions" })).toBeVisible();
    for (const width of [360, 640, 641, 740, 768, 900, 1100, 1101, 1280, 1400, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const name = table().locator("tbody td:has(.player)").first();
      await expect
        .poll(async () => (await name.boundingBox())?.width, { message: `${width} px` })
        .toBeGreaterThan(140);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await club.secret
      .from("admin_settings")
      .update({ setting_value: "false" })
      .eq("setting_key", "show_points_per_match");
    await expect(order).toBeHidden();
    await expect(table().locator(".per-match")).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
  },
);

test("a row states its movement in words, and the page since when", async () => {
  await page.goto("/leaderboard");
  await expect(page.getByText(/Movement since \d/)).toBeVisible();
  await expect(
    table()
      .getByRole("row", { name: /(up|down) \d|no change/ })
      .first(),
  ).toBeVisible();
});

test("a player sheet shows form, charts with text alternatives and locked predictions; Back closes it and returns the focus", async () => {
  await page.goto("/leaderboard");
  const link = table().getByRole("link").nth(1);
  const name = (await link.textContent()) ?? "";
  await link.click();
  await expect(dialog().getByRole("heading", { name })).toBeVisible();
  await expect(page).toHaveURL(/player=/);
  await expect(
    dialog().getByRole("figure").filter({ hasText: "Points by matchday" }).getByRole("table"),
  ).toBeAttached();
  await expect(
    dialog().getByRole("figure").filter({ hasText: "Rank over time" }).getByRole("table"),
  ).toBeAttached();
  await expect(dialog().getByRole("heading", { name: "Picks" })).toBeVisible();
  await expect(dialog().getByRole("listitem").first()).toBeVisible();
  await page.goBack();
  await expect(dialog()).toBeHidden();
  await expect(page).not.toHaveURL(/player=/);
  await expect(link).toBeFocused();
});

test("the podium links to player sheets", SWEEP, async () => {
  await page.goto("/leaderboard");
  const winner = page.getByRole("list", { name: "Podium" }).getByRole("link").first();
  const name = (await winner.textContent()) ?? "";
  await winner.click();
  await expect(dialog().getByRole("heading", { name })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog()).toBeHidden();
  await expect(winner).toBeFocused();
});

test("a sheet opens by its address, and closing it shows the leaderboard", SWEEP, async () => {
  await page.goto("/leaderboard?competition=overall");
  const href = (await table().getByRole("link").first().getAttribute("href")) ?? "";
  const other = await page.context().newPage();
  await other.goto(new URL(href, page.url()).href);
  await expect(other.getByRole("dialog")).toBeVisible();
  await other.getByRole("button", { name: "Close" }).click();
  await expect(other).toHaveURL(/\/leaderboard\?competition=overall$/);
  await other.close();
});

test("Compare with me shows both seasons side by side", async () => {
  await page.goto("/leaderboard");
  const link = page.getByRole("list", { name: "Podium" }).getByRole("link").first();
  const name = (await link.textContent()) ?? "";
  await link.click();
  await dialog().getByRole("button", { name: "Compare with me" }).click();
  const comparison = dialog().getByRole("region", { name: "Comparison" });
  await expect(comparison.getByRole("columnheader", { name: "You" })).toBeVisible();
  await expect(comparison.getByRole("columnheader", { name })).toBeVisible();
  const verdict = await comparison.getByText(/lead|Level|No result yet/).innerText();
  await dialog().getByRole("link", { name: "Head to head" }).click();
  await expect(page.locator(".duel-verdict b")).toHaveText(verdict);
});

test("another player's open prediction is never on the sheet", async () => {
  const stranger = await aStranger("Secret Keeper");
  const { data } = await club.secret
    .from("matches")
    .select("id")
    .eq("status", "upcoming")
    .eq("league", "Friendly Club")
    .gt("locks_at", new Date(Date.now() + 3_600_000).toISOString())
    .limit(1)
    .single();
  const { error } = await club.secret
    .from("user_predictions")
    .insert({ user_id: stranger, match_id: data?.id ?? "", home_prediction: 47, away_prediction: 46 });
  expect(error).toBeNull();
  await page.goto(`/leaderboard?competition=friendly_club&player=${stranger}`);
  await expect(dialog().getByRole("heading", { name: "Secret Keeper" })).toBeVisible();
  await expect(dialog().getByText("No locked picks")).toBeVisible();
  // The rank may be any number.
  const text = (await dialog().textContent())?.replace(/\d+\D\D of \d+/, "");
  expect(text).not.toMatch(/46|47/);
});

test("search finds players by part of their name and says if none match", async () => {
  await page.goto("/leaderboard?competition=friendly_club");
  const name = await table().getByRole("row").nth(1).getByRole("link").innerText();
  await page.getByLabel("Find a player").fill(name.slice(1, -1).toLowerCase());
  await expect(table().getByRole("link", { name, exact: true })).toBeVisible();
  await expect(table().getByRole("row")).toHaveCount(2);
  await page.getByLabel("Find a player").fill("nobody at all");
  await expect(page.getByText("No players found")).toBeVisible();
});

test("Find me scrolls to the member's own row in a short leaderboard", SWEEP, async () => {
  await page.goto("/leaderboard");
  const mine = table()
    .getByRole("row")
    .filter({ has: page.getByText("You", { exact: true }) });
  const neighbour = async () => Number(await mine.getAttribute("aria-rowindex")) - 1;
  const above = table().locator(`[aria-rowindex="${await neighbour()}"]`);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(above).not.toBeInViewport();
  await page.getByRole("button", { name: "Find me" }).evaluate((button: HTMLElement) => button.click());
  await expect(above).toBeInViewport();
});

test("a printed leaderboard is light and whole, and marks the own row in its place", SWEEP, async () => {
  await page.goto("/leaderboard");
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  const mine = table()
    .getByRole("row")
    .filter({ has: page.getByText("You", { exact: true }) })
    .getByRole("cell")
    .first();
  await expect(mine).toHaveCSS("position", "sticky");
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue("--print-footer")))
    .toMatch(/^"English Scoreline Club, \d+ \w+ \d{4}"$/);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(mine).toHaveCSS("position", "static");
  await expect(mine).not.toHaveCSS("border-top-width", "0px");
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "FA Cup" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Premier League" })).toBeVisible();
  await expect(table().locator("thead")).toHaveCSS("display", "table-header-group");
  for (const row of (await table().locator("tbody tr").all()).slice(0, 3))
    await expect(row).toHaveCSS("break-inside", "avoid");
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(page.getByRole("list", { name: "Podium" })).toHaveCSS("background-image", "none");
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pages.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(0);
  expect(pages).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12]/);
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.getByRole("button", { name: "Switch to light theme" }).click();
});

test("says how far the counting of a result with many predictions is, until it is done", SWEEP, async () => {
  // The job is held, and the last result waits for it as one of a club with 600,000 predictions does.
  await club.sql(`update private.jobs set every = '1 day', next_run_at = now() + interval '1 day'
                   where name = 'Count points';
                  insert into private.matches_to_score (match_id, predictions, scored)
                  select m.id, 600000, 250000 from public.matches m
                   where m.status = 'completed' order by m.kickoff_at desc limit 1`);
  await page.goto("/leaderboard?competition=overall");
  const words = page.getByText("Points are being counted: 250,000 of 600,000 predictions.");
  await expect(words).toBeVisible();
  await club.sql(`update private.jobs set every = '1 second', next_run_at = now() where name = 'Count points';
                  select pg_notify('jobs', '')`);
  await expect(words).toBeHidden();
  await expect(table()).toBeVisible();
});

test("a long leaderboard renders few rows, and the member's own row sticks to the edge", SWEEP, async () => {
  // Names are letters: Crowd Aaa, Crowd Aab ... Crowd Aln.
  const letter = (at: number) => String.fromCharCode(97 + (at % 26));
  const names = Array.from(
    { length: CROWD },
    (_, at) => `Crowd ${letter(at / 676).toUpperCase()}${letter(at / 26)}${letter(at)}`,
  );
  const ids: string[] = [];
  for (let from = 0; from < CROWD; from += 25)
    ids.push(...(await Promise.all(names.slice(from, from + 25).map(aStranger))));
  const { error } = await club.secret.from("subscriptions").insert(
    ids.map((id) => ({
      user_id: id,
      subscription_type: "premier_league",
      status: "active",
      expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      assigned_by_admin: true,
    })),
  );
  expect(error).toBeNull();
  await page.goto("/leaderboard");
  await expect(page.getByText(/3\d\d players/)).toBeVisible();
  expect(Number(await table().getAttribute("aria-rowcount"))).toBeGreaterThan(CROWD);
  // The cells are sticky, not the row.
  const mine = table()
    .getByRole("row")
    .filter({ has: page.getByText("You", { exact: true }) })
    .getByRole("link");
  const end = table()
    .getByRole("row", { name: /Crowd Al/ })
    .first();
  // What loads above the list moves its end.
  await expect
    .poll(async () => {
      await table().evaluate((element) => element.scrollIntoView({ block: "end" }));
      return ((await end.boundingBox())?.y ?? Infinity) < (page.viewportSize()?.height ?? 0);
    })
    .toBe(true);
  expect(await table().getByRole("row").count()).toBeLessThan(80);
  await expect(mine).toBeInViewport();
  await page.getByRole("button", { name: "Find me" }).click();
  await expect(mine).toBeInViewport();

  // The print has every row that was loaded, from the first one to the last one that was on screen.
  const shown = await table().getByRole("row").count();
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => table().getByRole("row").count()).toBeGreaterThan(shown);
  await expect(
    table()
      .getByRole("row", { name: /Crowd Al/ })
      .first(),
  ).toBeAttached();
  await expect(table().getByRole("row").nth(1)).toHaveAccessibleName(/^4 /);
  await expect(mine).toHaveCount(1);
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pages.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  await page.emulateMedia({ media: null });
});

/** An organiser's evening on a phone, and how many taps it takes. */
import { expect, type Locator, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, must, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const MEMBERS = ["Amina", "Bert", "Carl", "Devi", "Émile"] as const;
/** The home and away teams with their goals: 27 in all, and five zeros. */
const RESULTS = [
  ["Arsenal", "Chelsea", 2, 1],
  ["Everton", "Fulham", 1, 1],
  ["Leeds", "Burnley", 0, 2],
  ["Brentford", "Wolves", 3, 1],
  ["Liverpool", "Brighton", 2, 2],
  ["Hull", "Derby", 1, 0],
  ["Luton", "Millwall", 0, 0],
  ["Norwich", "Watford", 2, 0],
  ["Reading", "Stoke", 1, 2],
  ["Swansea", "Cardiff", 4, 2],
] as const;
const league = "Friendly Club";

let club: Club;
let page: Page;
const errors: string[] = [];
let taps = 0;

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  const organiser = await addAdmin(club, "Olga Organiser", "olga@example.com");
  for (const [at, name] of MEMBERS.entries()) {
    const id = await addPlayer(club, `${name} Member`, `member${at}@example.com`);
    const number = { phone: `+2305250000${at}`, phone_confirm: true };
    await must(club.secret.auth.admin.updateUserById(id, number));
  }
  const played = { league, round: "Matchday 1", match_date: daysFromNow(-1) };
  for (const [home_team_name, away_team_name] of RESULTS)
    await addMatch(club, { ...played, home_team_name, away_team_name });
  // What the club took last for a plan is what the form suggests.
  await club.sql(`
    insert into public.payments (plan_type, expires_at, payer_name, amount_rs, method, paid_on)
    values ('premier_league', now(), 'Aunt Rose', 300, 'cash', current_date)`);
  const next = { league, round: "Matchday 2", match_date: daysFromNow(1) };
  const open = await addMatch(club, { ...next, home_team_name: "Arsenal", away_team_name: "Everton" });
  await predict(club, organiser, open, [1, 0]);
  page = await newVisitor(browser, club, errors, PHONE);
  // WhatsApp cannot be reached from a test.
  await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  await signIn(page, "olga@example.com");
  await page.goto("/admin-dashboard");
});
test.afterAll(() => club.stop());
test.beforeEach(() => {
  taps = 0;
});

async function tap(target: Locator, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) await target.tap();
  taps += times;
}

test("ten results take a tap for each goal, one for each zero and one to save", async () => {
  const results = page.getByRole("region", { name: "Results to enter" });
  for (const [home, away, ...goals] of RESULTS)
    for (const [at, team] of [home, away].entries()) {
      const score = goals[at] ?? 0;
      const button = score === 0 ? "one fewer" : "one more";
      await tap(results.getByRole("button", { name: `${team}: ${button}` }), Math.max(score, 1));
    }
  await tap(results.getByRole("button", { name: "Save 10 results" }));
  await expect(page.getByText("10 results saved")).toBeVisible();
  await expect(results).toHaveCount(0);
  expect(taps).toBe(27 + 5 + 1);
});

test("five members who have not picked get a message in one tap each, which the list remembers", async () => {
  const missing = page.getByRole("region", { name: "Players with missing predictions: 5" });
  for (const name of MEMBERS) {
    const written = page.waitForEvent("popup");
    await tap(missing.getByRole("link", { name: `WhatsApp ${name} Member` }));
    await (await written).close();
  }
  await expect(missing.getByText(/^Written \d\d:\d\d$/)).toHaveCount(5);
  expect(taps).toBe(5);
});

test("five members are sold a subscription in eight taps, with their names typed", async () => {
  const sale = page.getByRole("region", { name: "Sell a subscription" });
  await tap(sale.getByLabel("Member or name"));
  for (const [at, name] of MEMBERS.entries()) {
    // The next lines open with the choice of a member.
    if (at === 1) await tap(sale.getByRole("button", { name: "Another person" }));
    await page.keyboard.type(name);
    await tap(sale.getByRole("button", { name: new RegExp(`^${name} Member`) }));
  }
  await tap(sale.getByRole("button", { name: "Take Rs 1,500, make 5 codes" }));
  await expect(sale.getByRole("listitem")).toHaveCount(5);
  expect(taps).toBe(8);
  expect(errors).toEqual([]);
});

/** Where text and controls are on the screen: nothing is clipped, out of reach or on top of a rule. */
import { expect, type Locator, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, must, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, recordErrors, signIn } from "../support/user-actions.ts";

const PHONE = { width: 360, height: 800 };
const LAPTOP = { width: 1440, height: 900 };

let club: Club;
let admin: Page;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  const players = [
    await addPlayer(club, "Anna Alpha", "anna@example.com"),
    await addPlayer(club, "Bert Beta", "bert@example.com", false),
    await addPlayer(club, "Carl Gamma", "carl@example.com", false),
  ];
  const played = await addMatch(club, {
    home_team_name: "Wolverhampton Wanderers",
    away_team_name: "Brighton & Hove Albion",
    match_date: daysFromNow(1),
    league: "Friendly Club",
  });
  for (const [at, id] of players.entries()) await predict(club, id, played, at < 2 ? [2, 1] : [1, 0]);
  await moveKickoff(club, played, -1);
  await complete(club, played, [2, 1]);
  admin = await newVisitor(browser, club, browserErrors);
  await signIn(admin, "olga@example.com");
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

test("Live Scores shows whole team names on a phone", async () => {
  for (const width of [PHONE.width, 390]) {
    await admin.setViewportSize({ ...PHONE, width });
    await admin.goto("/live-scores");
    const line = admin.getByRole("listitem").filter({ hasText: "Brighton" });
    const teams = line.getByText(/^(Wolves|Wolverhampton.*|Brighton.*)$/);
    await expect(teams).toHaveCount(2);
    await expectWholeNames(await teams.all(), line.locator(".scoreline"), width);
  }
});

test("Codes keeps dates inside their rows, and Revoke on the screen of a phone", async ({ page: member }) => {
  await addPlayer(club, "Bartholomew Featherstonehaugh", "bart@example.com");
  const used = await must(
    club.secret.rpc("generate_plan_code", { plan_type: "premier_league", expires_on: daysFromNow(300) }),
  );
  await must(
    club.secret.rpc("generate_plan_code", { plan_type: "premier_league", expires_on: daysFromNow(300) }),
  );
  recordErrors(member, browserErrors);
  await signIn(member, "bart@example.com");
  await member.goto("/subscriptions");
  await member.getByLabel("7-digit code").fill(used.data?.code ?? "");
  const redeemed = member.waitForResponse("**/rpc/redeem_plan_code");
  await member.getByRole("button", { name: "Redeem" }).click();
  expect((await redeemed).ok()).toBe(true);
  await member.context().close();

  await admin.setViewportSize(LAPTOP);
  await admin.goto("/admin-dashboard/codes");
  await expect(admin.getByRole("cell", { name: /^Used by Bartholomew/ })).toBeVisible();
  for (const cell of await admin.getByRole("table").last().getByRole("cell").all()) {
    const box = await cell.boundingBox();
    const text = await textBox(cell);
    if (text.right === text.left) continue;
    expect(text.top - (box?.y ?? 0), await cell.innerText()).toBeGreaterThanOrEqual(6);
    expect((box?.y ?? 0) + (box?.height ?? 0) - text.bottom, await cell.innerText()).toBeGreaterThanOrEqual(
      6,
    );
  }
  for (const size of [LAPTOP, PHONE]) {
    await admin.setViewportSize(size);
    const button = admin.getByRole("button", { name: /^Revoke/ });
    const [revoke, label] = [await button.boundingBox(), await textBox(button)];
    expect(label.bottom - label.top).toBeLessThan(30);
    const frame = await admin.locator(".table-frame").boundingBox();
    const right = (frame?.x ?? 0) + (frame?.width ?? 0);
    expect((revoke?.x ?? 0) + (revoke?.width ?? right)).toBeLessThanOrEqual(right - 4);
    expect(right).toBeLessThanOrEqual(size.width);
  }
});

test("Recent activity has space above its first rule", async () => {
  await admin.setViewportSize(LAPTOP);
  await admin.goto("/admin-dashboard/overview");
  const title = await textBox(admin.getByRole("heading", { name: "Recent activity" }));
  const list = await admin.getByRole("region", { name: "Recent activity" }).getByRole("list").boundingBox();
  expect((list?.y ?? 0) - title.bottom).toBeGreaterThanOrEqual(8);
});

test("a phone shows the summary cards on Overview only, and each tab above the fold", async () => {
  await admin.setViewportSize(PHONE);
  await admin.goto("/admin-dashboard/codes");
  await expect(admin.getByRole("button", { name: "Generate 7-Digit Code" })).toBeAttached();
  await expect(admin.getByLabel("Member or name")).toBeInViewport();
  await expect(admin.getByText("Total Users")).toBeHidden();
  await admin.goto("/admin-dashboard/overview");
  await expect(admin.getByText("Total Users")).toBeVisible();
  await admin.setViewportSize(LAPTOP);
  await admin.goto("/admin-dashboard/codes");
  await expect(admin.getByText("Total Users")).toBeVisible();
});

test("players who share a rank stand at the same height on the podium", async () => {
  await admin.setViewportSize(PHONE);
  await admin.goto("/leaderboard?competition=friendly_club");
  const steps = admin.getByRole("list", { name: "Podium" }).getByRole("listitem").locator(".podium-step");
  await expect(steps).toHaveText([/^Rank 1/, /^Rank 1/, /^Rank 3/]);
  const heights = await steps.evaluateAll((all) => all.map((step) => step.getBoundingClientRect().height));
  expect(heights[0]).toBe(heights[1]);
  expect(heights[2]).toBeLessThan(heights[1] ?? 0);
});

test("the welcome line is one line at every width from 1024 px, and has the full name of any length", async ({
  browser,
}) => {
  const longest = `Maria ${"W".repeat(94)}`;
  for (const [name, email] of [
    ["Olivia Marchand", "olivia@example.com"],
    [longest, "maria@example.com"],
  ] as const) {
    await addPlayer(club, name, email);
    const member = await newVisitor(browser, club, browserErrors);
    await signIn(member, email);
    // A club with every page in its bar.
    await member.evaluate(() =>
      localStorage.setItem("club-pages", "groups honours divisions cup last_standing"),
    );
    await member.goto("/archives");
    const welcome = member.getByRole("banner").getByText(`Welcome, ${name}`);
    for (const width of [1024, 1260, 1261, 1440, 1920]) {
      await member.setViewportSize({ width, height: 800 });
      await expect(welcome, `${width} px`).toBeVisible();
      await expect(welcome).toHaveAttribute("title", name);
      const [box, text] = [await welcome.boundingBox(), await textBox(welcome)];
      expect(text.bottom - text.top, `${width} px`).toBeLessThan(24);
      const isWhole = text.right <= (box?.x ?? 0) + (box?.width ?? 0) + 1;
      if (name !== longest) expect(isWhole, `${width} px`).toBe(true);
      const header = await member.getByRole("banner").boundingBox();
      expect(header?.height, `${width} px`).toBeLessThanOrEqual(77);
    }
    await member.context().close();
  }
});

test("fonts of extended Latin load only for a page with such letters", async ({ browser }) => {
  await addPlayer(club, "Łukasz Šimőn", "lukasz@example.com");
  const member = await newVisitor(browser, club, browserErrors, { viewport: LAPTOP });
  const extended: string[] = [];
  member.on("request", (request) => {
    if (request.url().includes("-latin-ext-")) extended.push(request.url());
  });
  await member.goto("/archives");
  await expect(member.getByRole("heading", { level: 1 })).toBeVisible();
  await member.evaluate(() => document.fonts.ready);
  expect(extended).toEqual([]);
  await signIn(member, "lukasz@example.com");
  await member.goto("/archives");
  await expect(member.getByText("Welcome, Łukasz Šimőn")).toBeVisible();
  const isLoaded = () => member.evaluate(() => document.fonts.check("16px 'Inter Variable'", "Łő"));
  await expect.poll(isLoaded).toBe(true);
  expect(extended).toContainEqual(expect.stringContaining("inter-latin-ext"));
});

test("the register page has its own title", async ({ page: visitor }) => {
  recordErrors(visitor, browserErrors);
  await visitor.goto("/auth?mode=register");
  await expect(visitor).toHaveTitle(/^Register · /);
  await visitor.getByRole("link", { name: "Sign In" }).first().click();
  await expect(visitor).toHaveTitle(/^Sign In · /);
});

test("a live match of a group and of Home has whole team names beside or below its score", async () => {
  const live = await addMatch(club, {
    home_team_name: "Middlesbrough",
    away_team_name: "AFC Bournemouth",
    match_date: daysFromNow(1),
    league: "Friendly Club",
  });
  await moveKickoff(club, live, -1);
  await must(
    club.secret.from("matches").update({ status: "live", home_score: 1, away_score: 0 }).eq("id", live),
  );
  await admin.setViewportSize(PHONE);
  await admin.goto("/groups");
  await admin.getByRole("button", { name: "Create a group" }).click();
  await admin.getByLabel("Name").fill("The office");
  await admin.getByRole("button", { name: "Create group" }).click();
  const match = admin.getByRole("article", { name: "Middlesbrough v Bournemouth" });
  const names = ["Middlesbrough", "Bournemouth"].map((name) => match.getByText(name, { exact: true }));
  await expectWholeNames(names, match.locator(".scoreline"), PHONE.width);
  for (const width of [PHONE.width, 390]) {
    await admin.setViewportSize({ ...PHONE, width });
    await admin.goto("/");
    const tie = admin.locator(".on-air-tie").filter({ hasText: "Middlesbrough" });
    const own = ["Middlesbrough", "Bournemouth"].map((name) => tie.getByText(name, { exact: true }));
    await expectWholeNames(own, tie.locator(".scoreline"), width);
  }
});

test("a career without seasons is a box around its text, and an empty season has space above it", async () => {
  await admin.setViewportSize(LAPTOP);
  await admin.goto("/career");
  const empty = await boxOf(admin.locator(".empty-state"));
  expect(empty.bottom - empty.top).toBeLessThan(250);
  await admin.goto("/profile");
  const season = admin.locator(".empty-state").first();
  await expect(season).toContainText("You are not on this table yet");
  const choice = await boxOf(admin.getByLabel("Competition"));
  expect((await boxOf(season)).top).toBeGreaterThanOrEqual(choice.bottom + 12);
});

test("the icon of a search field is in the middle of it", async () => {
  await admin.setViewportSize(PHONE);
  await admin.goto("/enter-results");
  await admin.getByText("Correct an earlier result").click();
  const input = await boxOf(admin.getByPlaceholder("Search teams"));
  const icon = await boxOf(admin.locator(".search-field svg"));
  const middle = ({ top, bottom }: Box) => (top + bottom) / 2;
  expect(Math.abs(middle(icon) - middle(input))).toBeLessThan(4);
});

test("a member's second line is below a name of two lines on a phone", async () => {
  await addPlayer(club, "Anne-Marie O'Connor-Featherstonehaugh de la Bourdonnais", "anne@example.com");
  await admin.setViewportSize(PHONE);
  for (const tab of ["users", "predictions", "management"]) {
    await admin.goto(`/admin-dashboard/${tab}`);
    const cell = admin.getByRole("cell", { name: /Anne-Marie/ });
    const name = await boxOf(cell.getByText(/^Anne-Marie/));
    expect(name.bottom - name.top, tab).toBeGreaterThan(30);
    const second = await boxOf(cell.locator(".second-line"));
    expect(second.top, tab).toBeGreaterThanOrEqual(name.bottom);
  }
});

/** Each name is on one line of the screen, and beside or below the score. */
async function expectWholeNames(names: readonly Locator[], score: Locator, width: number): Promise<void> {
  const tiles = await boxOf(score);
  for (const name of names) {
    const text = await textBox(name);
    expect(text.left).toBeGreaterThanOrEqual(16);
    expect(text.right).toBeLessThanOrEqual(width - 16);
    expect(text.bottom - text.top).toBeLessThan(30);
    const isBeside = text.right <= tiles.left || text.left >= tiles.right;
    expect(isBeside || text.top >= tiles.bottom, String(name)).toBe(true);
  }
}

type Box = Record<"left" | "right" | "top" | "bottom", number>;

async function boxOf(element: Locator): Promise<Box> {
  await expect(element).toBeVisible();
  return element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return { left, right, top, bottom };
  });
}

/** The box of the text itself, which may be larger or smaller than its element. */
function textBox(element: Locator): Promise<Box> {
  return element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  });
}

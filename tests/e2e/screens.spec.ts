/** Every screen, filled: no axe finding, no sideways scroll, no complaint of the browser; on a phone and a desktop, light and dark. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { type Club, openClub } from "./club.ts";

let club: Club;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  club = await openClub({ demo: true });
});
test.afterAll(() => club.stop());

const SCREENS = {
  visitor: ["/", "/auth", "/auth?mode=register", "/reset-password", "/no/such/page"],
  player: [
    "/",
    "/matches",
    "/leaderboard",
    "/leaderboard?competition=overall",
    "/subscriptions",
    "/manage-matches",
  ],
  organiser: ["/manage-matches", "/manage-matches?status=completed", "/admin-dashboard/codes"],
} as const;

for (const [who, paths] of Object.entries(SCREENS)) {
  for (const width of [390, 1440]) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`${who}, ${width} px, ${colorScheme}`, async ({ browser }) => {
        const context = await browser.newContext({
          baseURL: club.url,
          viewport: { width, height: 900 },
          colorScheme,
          reducedMotion: "reduce",
        });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on("pageerror", (error) => complaints.push(error.message));
        page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
        if (who !== "visitor") {
          await page.goto("/auth");
          await page.getByRole("button", { name: `Demo ${who}` }).click();
          await expect(page.getByText("Welcome back!")).toBeVisible();
        }
        for (const path of paths) {
          await page.goto(path);
          await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
          await expect(page.locator(".skeleton")).toHaveCount(0);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            `${path} scrolls sideways`,
          ).toBeLessThanOrEqual(0);
        }
        expect(complaints).toEqual([]);
        await context.close();
      });
    }
  }
}

test("at 360 and 768 px, and with twice the text, nothing scrolls sideways", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: club.url });
  const page = await context.newPage();
  await page.goto("/auth");
  await page.getByRole("button", { name: "Demo organiser" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  for (const path of [...SCREENS.player, ...SCREENS.organiser]) {
    for (const [width, text] of [
      [360, 100],
      [768, 100],
      [390, 200],
      [1440, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.locator(".skeleton")).toHaveCount(0);
      await page.addStyleTag({ content: `html { font-size: ${text}% !important; }` });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `${path} at ${width} px, ${text} % text`).toBeLessThanOrEqual(0);
    }
  }
  await context.close();
});

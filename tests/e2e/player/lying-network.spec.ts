/** Networks that answer in place of the host, or accept and never answer. */
import { type Browser, expect, type Page, test } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer } from "../support/club-data.ts";
import { type Lie, openProxy, type ReplaceableProxy } from "../support/proxy.ts";
import { card, enterPrediction, newVisitor, signIn } from "../support/user-actions.ts";

let proxy: ReplaceableProxy;
let club: Club;
let matchId = "";
let players = 0;
test.use({ serviceWorkers: "allow" });

test.beforeAll(async () => {
  proxy = await openProxy();
  club = await openClub({ env: { SITE_URL: proxy.url } });
  matchId = await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(2),
    league: "Friendly Club",
  });
});
test.afterAll(async () => {
  await club.stop();
  await proxy.close();
});
test.beforeEach(() => {
  proxy.forwardTo(club.url);
  proxy.lie(null);
});

const match = (page: Page) => card(page, "Arsenal", "Chelsea");

/** A signed-in player on Matches. */
async function aPlayer(browser: Browser): Promise<{ page: Page; id: string }> {
  players += 1;
  const email = `player${players}@example.com`;
  const id = await addPlayer(club, `Paula Player ${players}`, email);
  const page = await newVisitor(browser, { ...club, url: proxy.url }, []);
  await signIn(page, email);
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  return { page, id };
}

const portal = "<!doctype html><title>Free WiFi</title><p>Accept the terms to continue.</p>";
/** A portal answers everything with its page, at any address. */
const portalPage: Lie = () => ({ status: 200, type: "text/html", body: portal });
/** A portal redirects everything to its own page. */
const portalElsewhere: Lie = ({ path }) =>
  path === "/login"
    ? { status: 200, type: "text/html", body: portal }
    : { status: 302, location: `${proxy.url}/login` };
const filter: Lie = () => ({ status: 403, type: "text/html", body: portal });

for (const [network, lie] of [
  ["a portal's page", portalPage],
  ["a portal's redirection", portalElsewhere],
] as const)
  test(`${network} refuses no prediction, which is sent when the club answers again`, async ({ browser }) => {
    const { page, id } = await aPlayer(browser);
    await enterPrediction(page, "Arsenal", "Chelsea", [1, 2]);
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
    proxy.lie(lie);
    await match(page).getByLabel("Arsenal score").fill("4");
    await expect(match(page).getByRole("alert")).toContainText("4–2 is kept on this device.");
    await expect(match(page).getByLabel("Arsenal score")).toHaveValue("4");
    proxy.lie(null);
    await match(page).getByRole("button", { name: "Retry" }).click();
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
    const { data } = await club.secret
      .from("user_predictions")
      .select("home_prediction, away_prediction")
      .match({ user_id: id, match_id: matchId });
    expect(data).toEqual([{ home_prediction: 4, away_prediction: 2 }]);
    await page.context().close();
  });

test("a filter's refusal ends no session whose token has to be refreshed", async ({ browser }) => {
  const { page } = await aPlayer(browser);
  await page.evaluate(() => {
    const key = "scoreline-auth-token";
    const session: object = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  });
  // The page itself arrives, and the network asks for its terms again afterwards.
  proxy.lie((asked) => (/\/v1\//.test(asked.path) ? filter(asked) : "truth"));
  const refused = page.waitForResponse("**/auth/v1/token*");
  await page.reload();
  await refused;
  await expect(match(page)).toBeVisible();
  proxy.lie(null);
  await page.reload();
  await expect(match(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/matches");
  await page.context().close();
});

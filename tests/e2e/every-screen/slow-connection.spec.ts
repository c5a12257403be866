/** A slow or broken connection: answers that are lost after the server has acted, that are late, or in another order. */
import { expect, type Page, type Route, test } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addPlayer, must } from "../support/club-data.ts";
import { newVisitor, redeem, signIn } from "../support/user-actions.ts";

let club: Club;
let page: Page;
let userId: string;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  userId = await addPlayer(club, "Nadia Tunnel", "nadia@example.com");
  page = await newVisitor(browser, club, []);
  await signIn(page, "nadia@example.com");
});
test.afterAll(() => club.stop());

/** The server acts on the next request to the address, and its answer does not arrive. */
const loseNextAnswer = (address: string) =>
  page.route(
    address,
    async (route: Route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );

test("a code whose answer was lost is not called somebody else's when it is sent again", async () => {
  const code = { code: "7654321", plan_type: "premier_league" as const, expires_at: daysFromNow(30) };
  await must(club.secret.from("plan_codes").insert(code));
  await loseNextAnswer("**/rpc/redeem_plan_code");
  await redeem(page, code.code);
  const result = page.getByRole("region", { name: "Redeem a code" }).getByRole("status");
  await expect(result).toContainText("An error occurred");
  await page.getByRole("button", { name: "Redeem" }).click();
  await expect(result).toContainText(/^You have already used this code\. Premier League is active until /);
  await expect(result.getByRole("link", { name: "Predict the first match" })).toBeVisible();
});

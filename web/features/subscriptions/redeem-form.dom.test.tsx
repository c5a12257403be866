import { beforeEach, expect, it } from "vitest";
import { useLocation } from "../../routing/location.tsx";
import { continuing, useContinuation } from "../../session/return-path/continuation.ts";
import { openFakeClub } from "../../testing/fake-club.ts";
import { rendered } from "../../testing/rendered.tsx";
import { RedeemForm } from "./redeem-form.tsx";

const redeemed = {
  outcome: "redeemed",
  subscription_type: "fa_cup",
  expires_at: "2030-01-01T00:00:00Z",
  retry_after_seconds: null,
};
let answer: object;
let requests = 0;
openFakeClub((_, response) => {
  requests += 1;
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([answer]));
});

beforeEach(() => {
  requests = 0;
  answer = redeemed;
});

/** The form as the page of a link with a code shows it, and the address. */
function Linked() {
  const atOnce = useContinuation();
  const { pathname, search } = useLocation();
  return (
    <>
      <RedeemForm firstCode="1234567" account="Usha Naidoo" atOnce={atOnce} />
      <output>{pathname + search}</output>
    </>
  );
}

const link = "/subscriptions?code=1234567&plan=fa_cup";

it("redeems the code of a link at once after sign-in, and opens the first match", async () => {
  const page = await rendered(<Linked />, link, continuing);
  await page.until(() => page.text().includes("/matches?competition=fa_cup&match=next"));
  expect(requests).toBe(1);
});

it("waits for a press if a member who is signed in opens the link, and names the account", async () => {
  const page = await rendered(<Linked />, link);
  expect(page.text()).toContain("for the account of Usha Naidoo");
  expect(requests).toBe(0);
  await page.press("Redeem");
  await page.until(() => page.text().includes("FA Cup is active until"));
  expect(page.text()).toContain(link);
});

it.each([
  ["invalid", "This code is not valid"],
  ["used", "already been used"],
  ["expired", "has expired"],
])("says after sign-in that a code is %s, and tries once", async (outcome, message) => {
  answer = { outcome, subscription_type: null, expires_at: null, retry_after_seconds: null };
  const page = await rendered(<Linked />, link, continuing);
  await page.until(() => page.text().includes(message));
  expect(page.text()).toContain(link);
  expect(requests).toBe(1);
});

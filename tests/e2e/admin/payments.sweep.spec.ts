/** Payments: recorded with a code, afterwards and with a subscription, filtered, added up and downloaded. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addPlayer, must, saveSetting } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { recordErrors, redeem, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addPlayer(club, "Bert Bold", "bert@example.com", false);
  await addPlayer(club, "Carl Calm", "carl@example.com");
  await must(club.secret.rpc("generate_plan_code", { plan_type: "league_cup", expires_on: daysFromNow(30) }));
  page = await openAdminPage(browser, club, 390);
});
test.afterAll(() => club.stop());

const payments = () => page.getByRole("region", { name: "Payments" });
const entries = () => payments().getByRole("list").getByRole("listitem");

test("an unpaid code is marked as paid later", async () => {
  await page.goto("/admin-dashboard/codes");
  await expect(entries()).toHaveText([/League CupUnpaidCode \d{7}Mark as paid/]);
  await payments()
    .getByRole("button", { name: /^Mark code \d{7} as paid$/ })
    .click();
  const form = page.getByRole("dialog", { name: "Mark as paid" });
  await form.getByRole("button", { name: "Save payment" }).click();
  await expect(form.getByText("Enter who paid, in up to 100 characters.")).toBeVisible();
  await form.getByLabel("Paid by").fill("Aunt Rose");
  await form.getByLabel("Amount (Rs)").fill("250");
  await form.getByLabel("How").selectOption("Juice");
  await form.getByLabel("Remark (optional)").fill("for two");
  await form.getByRole("button", { name: "Save payment" }).click();
  await expect(entries()).toHaveText([
    /League CupRs 250Code \d{7}Aunt Rose, Juice, .+\. Receipt No\. 1\. for twoChange/,
  ]);
});

test("codes are generated with their payment", async () => {
  await page.getByLabel("Subscription plan").selectOption("FA Cup");
  await page.getByRole("button", { name: "30 days" }).click();
  await page.getByLabel("How many").fill("2");
  await page.getByLabel("Record the payment").check();
  await page.getByLabel("Paid by").fill("bert@");
  await page
    .getByRole("list", { name: "Members with this name" })
    .getByRole("button", { name: /^Bert Bold/ })
    .click();
  await expect(page.getByLabel("Paid by")).toHaveValue("Bert Bold");
  await page.getByLabel("Amount (Rs)").fill("300");
  await page.getByRole("button", { name: "Generate 2 Codes" }).click();
  await expect(entries()).toHaveCount(3);
  await expect(payments().getByRole("row", { name: /^All/ })).toHaveText("All0600250850");
  const { data: paid } = await club.secret.from("payments").select("payer_id").eq("payer_name", "Bert Bold");
  expect(paid?.map(({ payer_id }) => payer_id)).toEqual([expect.any(String), expect.any(String)]);
});

test("a member sees what was paid for the own codes, and until when", async ({ page: member }) => {
  const { data: codes } = await club.secret.from("plan_codes").select("code").eq("plan_type", "fa_cup");
  await member.setViewportSize({ width: 360, height: 740 });
  await signIn(member, "carl@example.com");
  await member.goto("/subscriptions");
  await expect(member.getByRole("heading", { name: "Your competitions" })).toBeVisible();
  await expect(member.getByRole("region", { name: "Your payments" })).toBeHidden();
  await redeem(member, codes?.[0]?.code ?? "");
  const paid = member.getByRole("region", { name: "Your payments" }).getByRole("row", { name: /^FA Cup/ });
  await expect(paid).toHaveText(/, Cash, by Bert BoldReceipt No\. [23]\d+ \w+ \d{4}300$/);
  expect(await member.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("the list is filtered and downloaded", async () => {
  await payments().getByLabel("Competition").selectOption("League Cup");
  await expect(entries()).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    payments().getByRole("button", { name: "Export payments" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toMatch(
    /^\ufeffCode,Competition,Member,Paid by,Amount Rs,How,Paid on,Receipt,Remark\r\n\d{7},League Cup,,Aunt Rose,250,Juice,[\d-]{10},1,for two\r\n$/,
  );
  await payments().getByLabel("Paid", { exact: true }).selectOption("Unpaid");
  await expect(payments().getByText("Nothing here")).toBeVisible();
});

test("a payment is deleted, and its code is unpaid again", async () => {
  await payments().getByLabel("Paid", { exact: true }).selectOption("Paid");
  await payments()
    .getByRole("button", { name: /^Change the payment of code/ })
    .click();
  await page.getByRole("dialog", { name: "Payment" }).getByRole("button", { name: "Delete payment" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete payment" }).click();
  await expect(payments().getByText("Nothing here")).toBeVisible();
  await payments().getByLabel("Paid", { exact: true }).selectOption("Unpaid");
  await expect(entries()).toHaveCount(1);
});

test("the jackpot can count the payments", async () => {
  await saveSetting(club, "jackpot_display_settings", {
    enabled: true,
    multiplier: 100,
    deductionPercent: 10,
    basis: "payments",
  });
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Jackpot" })).toContainText("Rs 540: The payments for");
});

test("subscriptions are sold to a member and to a name from paper, and who owes is reminded", async () => {
  const carl = club.secret.from("profiles").update({ language: "fr" }).eq("full_name", "Carl Calm");
  const { data } = await must(carl.select("id").single());
  await must(
    club.secret.rpc("give_subscription", {
      _user_id: data?.id ?? "",
      _type: "premier_league",
      _expires_on: daysFromNow(20),
    }),
  );
  await page.goto("/admin-dashboard/codes");
  const sale = page.getByRole("region", { name: "Sell a subscription" });
  const person = (number: number) => sale.getByRole("group", { name: `Person ${number}` });
  await person(1).getByLabel("Member or name").fill("carl");
  await person(1)
    .getByRole("button", { name: /^Carl Calm/ })
    .click();
  await person(1).getByRole("radio", { name: "FA Cup" }).check();
  await expect(person(1).getByLabel("Paid (Rs)")).toHaveValue("300");
  await sale.getByRole("button", { name: "Another person" }).click();
  await expect(person(2).getByLabel("Member or name")).toBeFocused();
  await page.keyboard.type("Aunt Rose");
  await person(2).getByRole("radio", { name: "Juice" }).check();
  await person(2).getByLabel("Paid (Rs)").fill("200");
  await sale.getByRole("button", { name: "Take Rs 500, make 2 codes" }).click();
  const sold = sale.getByRole("listitem");
  await expect(sold).toHaveText([
    /^Carl Calm\d{7}FA Cup, Rs 300, Cash\. Receipt No\. 4/,
    /^Aunt Rose\d{7}FA Cup, Rs 200, Juice\. Receipt No\. 5/,
  ]);
  const link = sold.first().getByRole("link", { name: /^Send Carl Calm the code/ });
  expect(decodeURIComponent((await link.getAttribute("href")) ?? "")).toMatch(
    /Votre code FA Cup .+\/subscriptions\?code=\d{7}&plan=fa_cup\n.+\nReçu/,
  );
  await page.context().grantPermissions(["clipboard-write"]);
  await sale.getByRole("button", { name: "Copy the text for Aunt Rose" }).click();
  await expect(sold.last().getByRole("img", { name: "Sent" })).toBeVisible();
  await expect(sale.getByRole("button", { name: "Undo the sale" })).toBeHidden();
  await page.getByLabel("Search by code or player").fill("rose");
  await expect(page.getByRole("table").getByText("For Aunt Rose")).toBeVisible();

  const owing = page.getByRole("region", { name: "Who owes" }).getByRole("listitem");
  await expect(owing).toHaveText([/^CCarl CalmPremier League: runs until/]);
  await owing.getByRole("button", { name: "Remind Carl Calm in the app" }).click();
  await expect(owing.getByText(/^Written \d\d:\d\d$/)).toBeVisible();
});

test("a helper for payments gives a subscription, deletes only the own payment, and sees no more of the dashboard", async ({
  page: helper,
}) => {
  const helperId = await addPlayer(club, "Mona Money", "mona@example.com");
  await must(club.secret.rpc("set_helper_role", { _user_id: helperId, _role: "money", _has_it: true }));
  const errors: string[] = [];
  recordErrors(helper, errors);
  await helper.setViewportSize({ width: 390, height: 844 });
  await signIn(helper, "mona@example.com");
  await helper.goto("/admin-dashboard");
  await expect(helper).toHaveURL(/\/admin-dashboard\/codes$/);
  await expect(helper.getByRole("heading", { name: "Codes", exact: true })).toBeVisible();
  await expect(helper.getByLabel("Section")).toHaveCount(0);
  await expect(helper.getByRole("button", { name: "Export Data" })).toHaveCount(0);
  const section = helper.getByRole("region", { name: "Payments" });
  await expect(section.getByRole("button", { name: /^(Change|Delete) the payment/ })).toHaveCount(0);

  const search = helper.getByLabel("Find a member by name or phone");
  await search.fill("bert@example.com");
  await expect(helper.getByText("No member found")).toBeVisible();
  await search.fill("bert");
  await helper.getByRole("button", { name: "Subscriptions of Bert Bold" }).click();
  const dialog = helper.getByRole("dialog", { name: "Bert Bold: subscriptions" });
  await dialog.getByLabel("Subscription plan").selectOption("FA Cup");
  await dialog.getByLabel("Valid until").fill(daysFromNow(20));
  await dialog.getByLabel("Record the payment").check();
  await dialog.getByLabel("Amount (Rs)").fill("75");
  await dialog.getByRole("button", { name: "Give subscription" }).click();
  await expect(dialog.getByText(/^Active until/)).toBeVisible();
  await helper.keyboard.press("Escape");
  await section.getByRole("button", { name: "Delete the payment of subscription of Bert Bold" }).click();
  await helper.getByRole("alertdialog").getByRole("button", { name: "Delete payment" }).click();
  await expect(helper.getByText("Payment deleted")).toBeVisible();
  await expect(section.getByText("Rs 75")).toHaveCount(0);
  expect(errors).toEqual([]);

  await must(club.secret.rpc("set_helper_role", { _user_id: helperId, _role: "money", _has_it: false }));
  await helper.getByLabel("Subscription plan").selectOption("FA Cup");
  await helper.getByRole("button", { name: "30 days" }).click();
  await helper.getByRole("button", { name: "Generate 7-Digit Code" }).click();
  await expect(helper.getByRole("heading", { name: "Admin Access Required" })).toBeVisible();
});

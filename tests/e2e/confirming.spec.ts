/** A club whose accounts confirm: by the link of a mail, by the code of a text. */
import { expect, test } from "@playwright/test";
import { type Club, openClub } from "./club.ts";
import { newVisitor, PASSWORD, signIn } from "./people.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub({ env: { AUTH_CONFIRM: "always" } });
});
test.afterAll(() => club.stop());

test("by email: nobody is in before the link is opened, and it opens the club", async ({ browser }) => {
  const page = await newVisitor(browser, club, []);
  await page.goto("/auth?mode=register");
  await page.getByLabel("Full name").fill("Mail Reader");
  await page.getByLabel("Email", { exact: true }).last().fill("mail@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Check your email to confirm your account!")).toBeVisible();

  const early = await newVisitor(browser, club, []);
  await early.goto("/auth");
  await early.getByLabel("Email or phone number").fill("mail@example.com");
  await early.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await early.getByRole("button", { name: "Sign In" }).click();
  await expect(early.getByRole("alert")).toHaveText(
    "Please check your email and click the confirmation link",
  );

  const [mail] = (await club.outbox()).filter(({ recipient }) => recipient === "mail@example.com");
  const link = (/href="([^"]*verify[^"]*)"/.exec(mail?.html ?? "")?.[1] ?? "").replaceAll("&amp;", "&");
  await page.goto(link);
  await expect(page.getByRole("button", { name: "Open menu" })).toBeVisible();
  await page.goto("/matches");
  await expect(page.getByRole("heading", { name: "Matches", level: 1 })).toBeVisible();
  await signIn(early, "mail@example.com");
});

test("by phone: a wrong code is refused, the right one opens the club", async ({ browser }) => {
  const page = await newVisitor(browser, club, []);
  await page.goto("/auth?mode=register");
  await page.getByRole("radio", { name: "Phone" }).check();
  await page.getByLabel("Full name").fill("Text Reader");
  await page.getByLabel("Phone number").fill("57654321");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "Confirm your number" })).toBeVisible();

  const [text] = (await club.outbox()).filter(({ recipient }) => recipient.endsWith("23057654321"));
  const code = /\d{6}/.exec(text?.body ?? "")?.[0] ?? "";
  const wrong = code === "000000" ? "111111" : "000000";
  const field = page.getByRole("textbox").first();
  await field.fill(wrong);
  await page.getByRole("button", { name: /verify|confirm/i }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await field.fill(code);
  await page.getByRole("button", { name: /verify|confirm/i }).click();
  await expect(page.getByText("Phone number verified successfully!")).toBeVisible();
  await page.goto("/matches");
  await expect(page.getByRole("heading", { name: "Matches", level: 1 })).toBeVisible();
});

/** The page in English, French and Kreol, and who chooses it. */
import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { addPlayer } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { newVisitor, openProfile, signIn } from "../support/user-actions.ts";

let club: Club;
let memberId = "";
test.beforeAll(async () => {
  club = await openClub();
  memberId = await addPlayer(club, "Lea Lang", "lea@example.com");
});
test.afterAll(() => club.stop());

const device = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> =>
  newVisitor(browser, club, [], options);
const speaks = (page: Page, language: string) =>
  expect(page.locator("html")).toHaveAttribute("lang", language);
const languageOf = async (id: string) => {
  const { data } = await club.secret.from("profiles").select("language").eq("id", id).single();
  return data?.language;
};

test("a visitor's page is in the language of the device, and in the one that the visitor chooses", async ({
  browser,
}) => {
  const english = await device(browser, { locale: "en-GB" });
  await english.goto("/");
  await speaks(english, "en");
  const german = await device(browser, { locale: "de-DE" });
  await german.goto("/");
  await speaks(german, "en");

  const page = await device(browser, { locale: "fr-FR" });
  await page.goto("/archives");
  await speaks(page, "fr");
  await page.getByRole("button", { name: "Kreol Morisien" }).click();
  await speaks(page, "mfe");
  await expect(page).toHaveURL(/\/archives$/);
  await page.goto("/matches");
  await speaks(page, "mfe");
  for (const opened of [english, german, page]) await opened.context().close();
});

test(
  "a form that a visitor is filling in keeps what was typed, except the password",
  SWEEP,
  async ({ browser }) => {
    const page = await device(browser, { locale: "en-GB" });
    await page.goto("/auth?mode=register");
    await page.getByLabel("Full name").fill("Vee Visitor");
    await page.getByRole("textbox", { name: "Email" }).fill("vee@example.com");
    await page.getByLabel("Password", { exact: true }).fill("Secret-words-1");
    await page.getByRole("button", { name: "Français" }).click();
    await speaks(page, "fr");
    await expect(page.getByLabel("Nom complet")).toHaveValue("Vee Visitor");
    await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue("vee@example.com");
    await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveValue("");
    await page.goto("/auth");
    await page.getByLabel("E-mail ou numéro de téléphone").fill("vee@example.com");
    await page.getByRole("button", { name: "Kreol Morisien" }).click();
    await speaks(page, "mfe");
    await expect(page.locator("form input").first()).toHaveValue("vee@example.com");
    await page.reload();
    await expect(page.locator("form input").first()).toHaveValue("");
  },
);

test(
  "the countries of a phone number have their names in the page's language",
  SWEEP,
  async ({ browser }) => {
    for (const [locale, first] of [
      ["en-GB", "+230 Mauritius"],
      ["fr-FR", "+230 Maurice"],
      ["mfe", "+230 Moris"],
    ] as const) {
      const page = await device(browser, { locale });
      await page.goto("/auth?mode=register");
      const countries = page.getByRole("combobox", { name: /^(?:Country|Pays|Pei)$/ });
      await expect(countries.locator("option").first()).toHaveText(first);
      await expect(countries.locator("option[value=GB]")).toHaveText(
        locale === "en-GB" ? "+44 United Kingdom" : "+44 Royaume-Uni",
      );
      await page.context().close();
    }
  },
);

test(
  "a member's choice in the profile is kept, and a new device opens in it after signing in",
  SWEEP,
  async ({ browser }) => {
    expect(await languageOf(memberId)).toBeNull();
    const laptop = await device(browser);
    await signIn(laptop, "lea@example.com");
    await openProfile(laptop);
    await speaks(laptop, "en");
    const choice = laptop.getByRole("radio", { name: "Français" });
    await choice.focus();
    await laptop.keyboard.press("Space");
    await speaks(laptop, "fr");
    await expect(laptop.getByRole("radio", { name: "Français" })).toBeChecked();
    expect(await languageOf(memberId)).toBe("fr");

    const phone = await device(browser);
    await signIn(phone, "lea@example.com");
    await phone.goto("/");
    await speaks(phone, "fr");
  },
);

test(
  "an account has the language of the page on which it signed up, and any other one is ignored",
  SWEEP,
  async () => {
    const signUp = async (email: string, language: string) => {
      const { data, error } = await club.secret.auth.admin.createUser({
        email,
        user_metadata: { full_name: "New Member", language },
      });
      if (error) throw error;
      return data.user.id;
    };
    expect(await languageOf(await signUp("mfe@example.com", "mfe"))).toBe("mfe");
    expect(await languageOf(await signUp("de@example.com", "de'; drop"))).toBeNull();
  },
);

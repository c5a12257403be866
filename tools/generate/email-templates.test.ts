import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadConfig } from "../../server/config/config.ts";
import { emailSubjects, emailTemplates } from "./email-templates.ts";

test("config.toml has the subjects of the emails in every language", () => {
  const { template } = loadConfig("supabase").auth.email;
  const subjects = Object.entries(template).map(([name, email]) => [name, email?.subject]);
  expect(Object.fromEntries(subjects)).toEqual(Object.fromEntries(emailSubjects()));
});

test("the emails of the auth service are current", () => {
  const files = readdirSync("supabase/templates").map((file) => `supabase/templates/${file}`);
  expect(Object.fromEntries(files.map((path) => [path, readFileSync(path, "utf8")]))).toEqual(
    Object.fromEntries(emailTemplates()),
  );
});

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emailTemplates } from "./email-templates.ts";

test("the emails of the auth service are current", () => {
  const files = readdirSync("supabase/templates").map((file) => `supabase/templates/${file}`);
  expect(Object.fromEntries(files.map((path) => [path, readFileSync(path, "utf8")]))).toEqual(
    Object.fromEntries(emailTemplates()),
  );
});

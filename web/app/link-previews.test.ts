import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as words from "#words/app";
import { linkPreviews } from "./link-previews.ts";

it("a link's preview has the title of its page", () => {
  const routes = ["router.tsx", "club-routes.tsx"].map((file) =>
    readFileSync(new URL(file, import.meta.url), "utf8"),
  );
  const texts = new Map(Object.entries(words));
  const titles = [...routes.join("").matchAll(/title: words\.(\w+)/g)].map(([, key = ""]) => texts.get(key));
  const { join, ...pages } = linkPreviews.pages;
  expect(join?.title).toBe("You are invited to a group"); // the page cannot say who is invited
  for (const { title } of Object.values(pages)) expect(titles).toContain(title);
  expect(Object.keys(pages)).toContain("head-to-head");
});

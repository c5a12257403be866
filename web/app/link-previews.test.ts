import { expect, it } from "vitest";
import { clubRoutes } from "./club-routes.ts";
import { linkPreviews } from "./link-previews.ts";
import { routes } from "./routes.ts";

it("a link's preview has the title of its page", () => {
  const titles = [...routes.first, ...clubRoutes].map(({ title }) => title);
  const { join, ...pages } = linkPreviews.pages;
  expect(join?.title).toBe("You are invited to a group"); // the page cannot say who is invited
  for (const { title } of Object.values(pages)) expect(titles).toContain(title);
  expect(Object.keys(pages)).toContain("head-to-head");
});

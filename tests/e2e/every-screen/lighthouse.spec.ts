/** The short form of `npm run bench -- lighthouse`: the scores that do not depend on the machine's load. */
import { expect, test } from "@playwright/test";
import { sized } from "../../long-form.ts";
import { type Club, openClub } from "../support/club.ts";
import { measurePages } from "../support/measure-page.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub({ demo: true });
});
test.afterAll(() => club.stop());

const PAGES = [
  ["visitor", "/"],
  ["player", "/matches"],
  ["player", "/leaderboard"],
] as const;

for (const [who, path] of PAGES.slice(0, sized({ short: 1, long: PAGES.length }))) {
  test(`${path} scores 100 in accessibility, best practices and SEO`, async () => {
    const [report] = await measurePages(club.url, who, [path]);
    expect(report?.scores).toMatchObject({ accessibility: 100, "best-practices": 100, seo: 100 });
    expect(report?.figures.cls, "nothing moves").toBeLessThan(0.1);
    test.info().annotations.push({ type: "performance", description: String(report?.scores.performance) });
  });
}

/** The short form of `npm run bench -- lighthouse`: what does not depend on how busy the machine is. */
import { expect, test } from "@playwright/test";
import { type Club, openClub } from "./club.ts";
import { measurePages } from "./measure-page.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub({ demo: true });
});
test.afterAll(() => club.stop());

for (const [who, path] of [
  ["visitor", "/"],
  ["player", "/matches"],
  ["player", "/leaderboard"],
] as const) {
  test(`Lighthouse finds nothing on ${path} in accessibility, best practices and SEO`, async () => {
    const [report] = await measurePages(club.url, who, [path]);
    expect(report?.scores).toMatchObject({ accessibility: 100, "best-practices": 100, seo: 100 });
    expect(report?.figures.cls, "nothing moves").toBeLessThan(0.1);
    test.info().annotations.push({ type: "performance", description: String(report?.scores.performance) });
  });
}

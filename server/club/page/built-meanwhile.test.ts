import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createWeb } from "./web.ts";

const config = {
  url: "https://club.example",
  publishable_key: "sb_publishable_x",
  brand: "Club",
  time_zone: "Indian/Mauritius",
};

/** The page of a language in `folder`, which says in which one it is. */
function build(folder: string, language: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "index.html"),
    `<script type="application/json" id="scoreline-config"></script><p lang="${language}">`,
  );
  writeFileSync(join(folder, "previews.json"), JSON.stringify({ description: "", pages: {} }));
  writeFileSync(join(folder, "service-worker.js"), language);
}

it("the page is English until it is built in another language, and then in that one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "web-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  build(folder, "en");
  const web = createWeb({
    folder,
    config: () => config,
    siteUrl: config.url,
    askForPreview: async () => null,
  });
  const shown = async () => {
    const headers = { "accept-language": "fr" };
    const page = await web.app.request("http://club.example/", { headers });
    const worker = await web.app.request("http://club.example/service-worker.js", { headers });
    return [/<p lang="(\w+)">/.exec(await page.text())?.[1], await worker.text()];
  };
  expect(await shown()).toEqual(["en", "en"]);
  build(join(folder, "fr"), "fr");
  expect(await shown()).toEqual(["en", "en"]);
  web.reload();
  expect(await shown()).toEqual(["fr", "fr"]);
});

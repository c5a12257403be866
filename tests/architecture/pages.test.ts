/** `web/session/page.tsx` is the frame of every page: the element that the skip link leads to, its focus and the title. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const FRAME = "web/session/page.tsx";
const OWN = /\bid="main"|\bdocument\.title\s*=(?!=)/g;

const pages = readdirSync("web", { recursive: true, encoding: "utf8" })
  .map((file) => `web/${file.replaceAll("\\", "/")}`)
  .filter((file) => /\.tsx?$/.test(file));

describe("a page", () => {
  it.each(['<main className={wide} id="main">', "document.title = brand;"])(
    "that writes %s itself is found",
    (code) => {
      expect(code.match(OWN)).toHaveLength(1);
    },
  );

  it("has its frame, focus and title from Page", () => {
    expect(readFileSync(FRAME, "utf8").match(OWN)).toHaveLength(2);
    const found = pages
      .filter((file) => file !== FRAME)
      .flatMap((file) => (readFileSync(file, "utf8").match(OWN) ?? []).map((own) => `${file}: ${own}`));
    expect(found).toEqual([]);
  });
});

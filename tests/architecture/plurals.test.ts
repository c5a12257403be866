/** Counts have their words from messages (words/), in commands and functions from `plural`. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { handWrittenPlurals } from "./plurals.ts";

/** The functions themselves. */
const OWN = ["supabase/functions/_http/plural.ts"];

const sources = ["web", "supabase/functions"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
      (file) => `${folder}/${file.replaceAll("\\", "/")}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !OWN.includes(file))
  // Written from catalogues, whose plurals are those of ICU.
  .filter((file) => !file.startsWith("supabase/functions/_words/"));

it.each([
  '{points === 1 ? "point" : "points"}',
  `\`\${count} day\${count === 1 ? "" : "s"}\``,
  `count !== 1 ? \`all \${count} picks\` : "the pick"`,
  `\`Every \${count} \${word}s\``,
  "<p>{row.points} points</p>",
  "<p>Each of these {codes.length} codes</p>",
  `\`\${match.predictions_count} predictions\``,
])("finds the plural in %s", (code) => {
  expect(handWrittenPlurals(code)).not.toEqual([]);
});

it.each([
  '{plural(row.points, "point")}',
  `\`After \${completed === 1 ? "one match" : plural(completed, "match", "matches")}\``,
  'codes.length === 1 ? "Copy code" : "Copy all"',
  `\`Between 1 and \${maxCodes} codes\``,
  "pick {name} matches",
  "<Chart points={points}>",
  `left === 1 ? "Make your pick" : \`Pick all \${count}\``,
])("accepts %s", (code) => {
  expect(handWrittenPlurals(code)).toEqual([]);
});

it("no source writes a plural by hand", () => {
  const found = sources.flatMap((file) =>
    handWrittenPlurals(readFileSync(file, "utf8")).map((code) => `${file}: ${code}`),
  );
  expect(found).toEqual([]);
});

import { describe, expect, it } from "vitest";
import { frozenFiles, hashOf, recordedHashes } from "./frozen-files.ts";

const recorded = recordedHashes();

describe("migrations and clubs of releases", () => {
  it("have a recorded hash each (npm run generate records new ones), and none is missing", () => {
    expect(frozenFiles()).toEqual([...recorded.keys()]);
  });

  it.each(frozenFiles())("%s has not changed", (path) => {
    expect(hashOf(path)).toBe(recorded.get(path));
  });

  it("include those of 0.1.0 as they were released", () => {
    expect(recorded.get("supabase/migrations/20260801000000_initial.sql")).toBe(
      "51de079d39cca1a57f8e7c8b5b3403d8ca006d378d8756a42f5035d5229ebab1",
    );
    expect(recorded.get("tests/releases/0.1.0.tar.gz")).toBe(
      "2095c32ade5f0468f0b6c59f4afeacbc5f9a0b7a6327621596a2ef106a737919",
    );
  });
});

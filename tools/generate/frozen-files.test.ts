import { describe, expect, it } from "vitest";
import { filesToFreeze, hashOf, recordedHashes } from "./frozen-files.ts";

const recorded = recordedHashes();

describe("migrations and clubs of releases", () => {
  it.each([...recorded.keys()])("%s has not changed since its release", (path) => {
    expect(hashOf(path)).toBe(recorded.get(path));
  });

  it("are of releases: what is not recorded comes after what is", () => {
    const migrations = filesToFreeze().filter((path) => path.endsWith(".sql"));
    const open = migrations.findIndex((path) => !recorded.has(path));
    expect(
      migrations.slice(open === -1 ? migrations.length : open).filter((path) => recorded.has(path)),
    ).toEqual([]);
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

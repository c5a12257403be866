/** Orders Vitest's files so that long ones start first and no worker is left with one at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { inRandomOrder, isShuffled } from "./random-order.ts";

/** Path suffixes of files that take 15 seconds or more, longest first. Some wait for most of their time. */
const LONGEST = [
  "start/soak.sweep.test.ts",
  "start/users.sweep.test.ts",
  "start/npm-start.sweep.test.ts",
  "start/npm-start.test.ts",
  "start/start.sweep.test.ts",
  "api/auth/sessions-and-keys.sweep.test.ts",
  "start/backup.sweep.test.ts",
  "cluster/daily-copies.sweep.integration.test.ts",
  "database/pg-cron.sweep.test.ts",
  "database/database.test.ts",
  "embedded/open-embedded.sweep.integration.test.ts",
  "rows/hostile-backups.sweep.integration.test.ts",
  "api/club/live-scores-cases.sweep.test.ts",
  "api/permissions/permissions.test.ts",
  "start/disk.sweep.test.ts",
  "api/club/season.sweep.test.ts",
  "api/storage/resumable.sweep.test.ts",
  "api/auth/sign-up-and-sign-in.sweep.test.ts",
  "api/club/live-scores-matchday.sweep.test.ts",
  "api/host/database-down.sweep.test.ts",
  "api/realtime/limits.sweep.test.ts",
  "database/releases.sweep.test.ts",
  "database/import-histories.sweep.test.ts",
  "api/functions/deno.sweep.test.ts",
  "embedded/postmaster.sweep.integration.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((end) => moduleId.endsWith(`/${end}`));
      return found === -1 ? LONGEST.length : found;
    };
    if (isShuffled) return files.sort((a, b) => inRandomOrder(a.moduleId, b.moduleId));
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

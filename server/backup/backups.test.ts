import { afterEach, expect, it, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { openBackups } from "./backups.ts";

afterEach(() => void vi.useRealTimers());

it("looks 20 seconds after the start, then every ten minutes, until it is stopped", async () => {
  vi.useFakeTimers();
  const transaction = vi.fn(async () => null); // another host has the lock
  const backups = await openBackups(
    {
      databaseUrl: "postgres://club.test",
      dataDir: "data",
      backupTo: "backups",
      backupsKept: 1,
      storage: { STORAGE_BACKEND: "file", STORAGE_S3_FORCE_PATH_STYLE: "false" },
      log: () => {},
    },
    { transaction } as unknown as Database,
    { read: async () => null },
  );
  const stop = backups.start();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(transaction).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(transaction).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(transaction).toHaveBeenCalledTimes(2);
  await stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(transaction).toHaveBeenCalledTimes(2);
});

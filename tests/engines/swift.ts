/** OpenStack Swift with its S3 layer, from Debian's package python3-swift. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { S3mini } from "s3mini";
import { eventually } from "../eventually.ts";
import type { S3Keys } from "./s3-signature.ts";

export interface Swift {
  /** The address without the bucket. */
  endpoint: string;
  bucket: string;
  keys: S3Keys;
  /** A client of the bucket. */
  client: S3mini;
  /** The number of files on Swift's disk: objects, parts and records of multipart uploads. */
  files(): number;
  stop(): Promise<void>;
}

/** Starts Swift with an empty bucket. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-swift-"));
  const keys = { accessKeyId: "club:olga", secretAccessKey: "a-long-secret", region: "us-east-1" };
  const server = spawn(
    "/usr/bin/python3",
    ["tests/engines/swift-server.py", folder, keys.accessKeyId, keys.secretAccessKey],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [port] = await once(createInterface(server.stdout), "line");
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket = "club";
  const client = new S3mini({ ...keys, endpoint: `${endpoint}/${bucket}` });
  await eventually(async () => {
    if (!(await client.bucketExists())) await client.createBucket();
  });
  return {
    endpoint,
    bucket,
    keys,
    client,
    files: () =>
      readdirSync(join(folder, "devices"), { recursive: true, encoding: "utf8" }).filter((file) =>
        file.endsWith(".data"),
      ).length,
    async stop() {
      server.kill();
      if (server.exitCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

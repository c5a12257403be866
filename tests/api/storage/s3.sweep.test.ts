/** A host that stores files in S3: the storage API, and failures of S3. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fail, type S3Server, startS3Server } from "../../engines/s3-server.ts";
import { type Host, startHost } from "../support/host.ts";
import { PNG, refusal } from "../support/storage-samples.ts";

function settingsOf({ endpoint, bucket, keys }: S3Server) {
  return {
    STORAGE_BACKEND: "s3",
    STORAGE_S3_BUCKET: bucket,
    STORAGE_S3_ENDPOINT: endpoint,
    STORAGE_S3_REGION: keys.region,
    STORAGE_S3_FORCE_PATH_STYLE: "true",
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
}

describe("files in S3", () => {
  const MIB = 1024 * 1024;
  let s3: S3Server;
  let host: Host;
  const library = () => host.secret.storage.from("library");
  beforeAll(async () => {
    s3 = await startS3Server();
    host = await startHost({ env: settingsOf(s3) });
    await host.secret.storage.createBucket("library");
  });
  afterAll(async () => {
    await host.stop();
    await s3.stop();
  });
  afterEach(() => {
    s3.fault = () => undefined;
  });

  it("are uploaded, read, signed, copied, moved and removed as on disk", async () => {
    const bytes = Buffer.alloc(11 * MIB, "Scoreline ");
    expect((await library().upload("a/large.bin", bytes)).error).toBeNull();
    const whole = await (await library().download("a/large.bin")).data?.arrayBuffer();
    expect(whole && Buffer.from(whole).equals(bytes)).toBe(true);
    const { data } = await library().createSignedUrl("a/large.bin", 60);
    const part = await fetch(data?.signedUrl ?? "", { headers: { range: "bytes=10-28" } });
    expect([part.status, await part.text()]).toEqual([206, "Scoreline Scoreline"]);
    expect((await library().copy("a/large.bin", "copy.bin")).error).toBeNull();
    expect((await library().move("copy.bin", "b/moved.bin")).error).toBeNull();
    expect((await library().list("b")).data).toMatchObject([
      { name: "moved.bin", metadata: { size: 11 * MIB } },
    ]);
    expect((await library().update("a/large.bin", "small")).error).toBeNull();
    expect((await library().info("a/large.bin")).data).toMatchObject({ size: 5 });
    expect(s3.objects.size).toBe(2);
    await library().remove(["a/large.bin", "b/moved.bin"]);
    expect(s3.objects.size).toBe(0);
    expect(existsSync(join(host.dataDir, "storage"))).toBe(false);
  });
  it("are served and transformed at their public URL", async () => {
    const pictures = host.secret.storage.from("news-images");
    await pictures.upload("news/a.png", PNG, { contentType: "image/png" });
    for (const transform of [undefined, { width: 1 }]) {
      const options = transform ? { transform } : {};
      const response = await fetch(pictures.getPublicUrl("news/a.png", options).data.publicUrl);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
  });
  it("leave nothing in the bucket if too large", async () => {
    const before = s3.objects.size;
    const over = new Blob([Buffer.alloc(50 * MIB + 1)]);
    expect(refusal(await library().upload("over.bin", over))).toMatchObject({ statusCode: "413" });
    expect([s3.objects.size, s3.unfinished()]).toEqual([before, 0]);
    expect((await library().exists("over.bin")).data).toBe(false);
  });
  it("are refused if S3 refuses, and the log has the reason without secrets", async () => {
    await library().upload("kept.txt", "kept");
    s3.fault = (_request, response) => {
      fail(response, 403, "AccessDenied");
      return "answered";
    };
    expect(refusal(await library().upload("new.txt", "new"))).toMatchObject({ statusCode: "500" });
    expect(refusal(await library().update("kept.txt", "changed"))).toMatchObject({ statusCode: "500" });
    expect(refusal(await library().download("kept.txt"))).toMatchObject({ statusCode: "500" });
    s3.fault = () => undefined;
    expect((await library().exists("new.txt")).data).toBe(false);
    expect(await (await library().download("kept.txt")).data?.text()).toBe("kept");
    await expect.poll(() => host.log()).toContain("S3 put: S3 returned 403");
    for (const secret of [s3.keys.secretAccessKey, s3.keys.accessKeyId, "Signature="]) {
      expect(host.log()).not.toContain(secret);
    }
  });
});

it.each(["STORAGE_S3_BUCKET", "STORAGE_S3_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])(
  "need %s, or the host does not start",
  async (name) => {
    const keys = { accessKeyId: "id", secretAccessKey: "hidden", region: "eu-test-1" };
    const env = {
      ...settingsOf({ endpoint: "http://127.0.0.1:1", bucket: "club", keys } as S3Server),
      [name]: "",
    };
    await expect(startHost({ env })).rejects.toThrow(`STORAGE_BACKEND=s3 needs ${name}.`);
  },
);

/** Resumable uploads that are interrupted, refused, replaced or late, on disk and in S3. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";
import { PNG } from "../support/storage-samples.ts";
import {
  bearer,
  bytesOf,
  CHUNK,
  MIB,
  send,
  start,
  statusOf,
  type Target,
  uploadsTo,
  usualUploads,
} from "./resumable-uploads.ts";

/** A proxy that cuts its connections after `limit` bytes from the client. */
async function cuttingProxy(host: Host, limit: number) {
  let left = limit;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(host.url).port), "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    client.on("data", (bytes: Buffer) => {
      left -= bytes.byteLength;
      if (left < 0) client.destroy();
      else upstream.write(bytes);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

describe.each(["disk", "S3"] as const)("resumable uploads, on %s", (kind) => {
  const uploads = uploadsTo(kind);
  const { club, named, stored, tus, create, created, patch } = uploads;
  // On disk they are in the other ring.
  if (kind === "S3") usualUploads(uploads);

  it("continues after the connection was cut in the middle, from the bytes that arrived", async () => {
    const bytes = bytesOf(2 * CHUNK, "After the cut ");
    const proxy = await cuttingProxy(club.host, CHUNK + 3 * MIB);
    let url = "";
    const cut = await new Promise<unknown>((resolve) => {
      const upload = start(bytes, named("cut.txt", { url: proxy.url }), {
        onError: resolve,
        onUploadUrlAvailable: () => {
          url = upload.url ?? "";
        },
      });
      upload.start();
    });
    expect(cut).toBeInstanceOf(Error);
    await proxy.stop();
    const path = new URL(url).pathname;
    const offset = async () => Number((await tus(path, { method: "HEAD" })).headers.get("upload-offset"));
    await expect.poll(offset).toBeGreaterThan(CHUNK);
    expect(await offset()).toBeLessThan(2 * CHUNK);
    const again = await send(bytes, named("cut.txt", { options: { uploadUrl: `${club.host.url}${path}` } }));
    expect(new URL(again).pathname).toBe(path);
    expect((await stored("cut.txt"))?.equals(bytes)).toBe(true);
  });

  it("refuses a wrong offset, and a second part at the same place", async () => {
    const path = await created("offset.txt", 10);
    expect((await patch(path, 5, "later")).status).toBe(409);
    const both = await Promise.all([patch(path, 0, "first"), patch(path, 0, "other")]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await patch(path, 5, " half")).status).toBe(204);
    expect((await stored("offset.txt"))?.toString()).toMatch(/^(first|other) half$/);
  });

  it("accepts one of two parts that two hosts receive at the same place", async () => {
    const other = await startHost({ env: club.env, sharedWith: club.host });
    const path = await created("hosts.txt", 10);
    let rest: (() => void) | undefined;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from("fir"));
        rest = () => {
          controller.enqueue(Buffer.from("st"));
          controller.close();
        };
      },
    });
    const slow = tus(path, {
      method: "PATCH",
      body,
      duplex: "half",
      headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    } as RequestInit);
    // The first host has compared the offset when it records the file of its part.
    await expect.poll(async () => (await club.sql.query("select from host.loose_files")).rowCount).toBe(1);
    expect((await patch(`${other.url}${path}`, 0, "other")).status).toBe(204);
    rest?.();
    expect([(await slow).status, await (await slow).text()]).toEqual([409, "Upload-Offset conflict\n"]);
    expect((await patch(`${other.url}${path}`, 5, " half")).status).toBe(204);
    const { data } = await other.secret.storage.from("diaries").download(`${club.ann.id}/hosts.txt`);
    expect(await data?.text()).toBe("other half");
    await other.stop();
  });

  it("refuses a file that is too large, of another type, or without a policy", async () => {
    const large = named("large.png", { bucket: "pictures", type: "image/png" });
    expect(await statusOf(send(bytesOf(8 * MIB + 1), large))).toEqual([
      413,
      "The object exceeded the maximum allowed size",
    ]);
    expect((await statusOf(send(bytesOf(50 * MIB + 1), named("huge.txt"))))[0]).toBe(413);
    const text = named("text.txt", { bucket: "pictures" });
    expect(await statusOf(send(bytesOf(9), text))).toEqual([415, "mime type text/plain is not supported"]);
    expect((await create(`${club.ann.id}/large.png`, 8 * MIB + 1, "pictures", "image/png")).status).toBe(413);
    expect((await create("elsewhere/x.txt", 9)).status).toBe(403);
    const disguised = named("text.png", { bucket: "pictures", type: "image/png" });
    expect(await statusOf(send(bytesOf(99), disguised))).toEqual([415, "the content is not image/png"]);
    await send(PNG, named("real.png", { bucket: "pictures", type: "image/png" }));
    const elsewhere = { ...named("x"), name: "elsewhere/x.txt" };
    expect(await statusOf(send(bytesOf(9), elsewhere))).toEqual([
      403,
      "new row violates row-level security policy",
    ]);
    expect((await statusOf(send(bytesOf(9), { ...named("x"), bucket: "nowhere" })))[0]).toBe(404);
    expect((await statusOf(send(bytesOf(9), { ...named("x"), name: `${club.ann.id}/../x` })))[0]).toBe(400);
  });

  it("checks the policies again when the object becomes visible", async () => {
    const path = await created("revoked.txt", 10);
    expect((await patch(path, 0, "first")).status).toBe(204);
    await club.sql.query(
      `create policy "closed" on storage.objects as restrictive for insert with check (name not like '%revoked.txt')`,
    );
    expect((await patch(path, 5, " half")).status).toBe(403);
    expect(await stored("revoked.txt")).toBeNull();
    await club.sql.query(`drop policy "closed" on storage.objects`);
    expect((await patch(path, 5, " half")).status).toBe(204);
    expect((await stored("revoked.txt"))?.toString()).toBe("first half");
  });

  it("belongs to its creator", async () => {
    const path = await created("mine.txt", 10);
    const other = await bearer(await club.host.person("Ben"));
    expect((await patch(path, 0, "wrong", other)).status).toBe(403);
    expect((await tus(path, { method: "HEAD" }, other)).status).toBe(403);
    expect((await tus(path, { method: "DELETE" }, other)).status).toBe(403);
    expect((await patch(path, 0, "first")).status).toBe(204);
    expect((await tus(path, { method: "DELETE" })).status).toBe(204);
    expect((await tus(path, { method: "HEAD" })).status).toBe(404);
    expect((await club.sql.query("select from host.loose_files")).rowCount).toBe(0);
  });

  it("replaces an object only with x-upsert", async () => {
    await send(bytesOf(9), named("again.txt"));
    expect(await statusOf(send(bytesOf(9, "Other"), named("again.txt")))).toEqual([
      409,
      "The resource already exists",
    ]);
    const begun = await created("begun.txt", 10);
    await send(bytesOf(9), named("begun.txt"));
    expect((await patch(begun, 0, "Scoreline ")).status).toBe(409);
    await send(bytesOf(5, "Other"), named("again.txt", { headers: { ...club.headers, "x-upsert": "true" } }));
    expect((await stored("again.txt"))?.toString()).toBe("Other");
  });

  it("expires after 24 hours", async () => {
    const earliest = Date.now() - 1000; // the header has whole seconds
    const path = await created("late.txt", 10);
    const response = await patch(path, 0, "first");
    const createdAt = Date.parse(response.headers.get("upload-expires") ?? "") - 24 * 3600_000;
    expect(createdAt).toBeGreaterThan(earliest);
    expect(createdAt).toBeLessThanOrEqual(Date.now());
    await club.sql.query(
      "update host.uploads set created_at = created_at - interval '25 hours' where id like '%late.txt%'",
    );
    expect((await tus(path, { method: "HEAD" })).status).toBe(410);
    expect((await patch(path, 5, " half")).status).toBe(410);
    expect(await stored("late.txt")).toBeNull();
  });

  it("accepts a signed upload for its object only", async () => {
    const name = `${club.ann.id}/signed.txt`;
    const { data } = await club.ann.api.storage.from("diaries").createSignedUploadUrl(name);
    const signed = (signature: string, to: string): Target => ({
      host: club.host,
      headers: { "x-signature": signature },
      name: to,
      options: { endpoint: `${club.host.url}/storage/v1/upload/resumable/sign` },
    });
    await send(bytesOf(CHUNK + 1), signed(data?.token ?? "", name));
    expect((await stored("signed.txt"))?.byteLength).toBe(CHUNK + 1);
    expect((await statusOf(send(bytesOf(9), signed(data?.token ?? "", `${name}2`))))[1]).toContain(
      "InvalidSignature",
    );
    expect((await statusOf(send(bytesOf(9), signed("", name))))[1]).toContain("InvalidSignature");
  });

  it("can be used by a page on another origin", async () => {
    const preflight = await fetch(`${club.host.url}/storage/v1/upload/resumable`, {
      method: "OPTIONS",
      headers: {
        origin: "https://club.example",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "tus-resumable,upload-offset",
      },
    });
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("upload-offset");
    const path = await created("origin.txt", 3);
    const head = await tus(path, { method: "HEAD", headers: { origin: "https://club.example" } });
    expect(head.headers.get("access-control-allow-origin")).toBe("*");
    expect(head.headers.get("access-control-expose-headers")).toMatch(/location.*upload-offset/);
    const options = await fetch(`${club.host.url}/storage/v1/upload/resumable`, { method: "OPTIONS" });
    expect(options.headers.get("tus-extension")).toBe("creation,creation-with-upload,expiration,termination");
  });

  it("continues after the host was killed, from the acknowledged bytes, and removes expired uploads", async () => {
    const bytes = bytesOf(2 * CHUNK + 1, "After the kill ");
    let url = "";
    let killed: Promise<void> | undefined;
    await new Promise<unknown>((resolve) => {
      const upload = start(bytes, named("killed.txt"), {
        onError: resolve,
        onChunkComplete: (_size, accepted) => {
          url = upload.url ?? "";
          if (accepted === CHUNK) killed = club.host.kill();
        },
      });
      upload.start();
    });
    await killed;
    const before = club.host;
    club.host = await startHost({ env: club.env, sharedWith: before });
    await before.stop();
    const expired = "select (select count(*)::int from host.uploads where id like '%late.txt%') as uploads";
    expect((await club.sql.query(expired)).rows).toEqual([{ uploads: 0 }]);
    const { pathname } = new URL(url);
    const head = await tus(pathname, { method: "HEAD" });
    expect(Number(head.headers.get("upload-offset"))).toBeGreaterThanOrEqual(CHUNK);
    await send(bytes, named("killed.txt", { options: { uploadUrl: `${club.host.url}${pathname}` } }));
    const { data } = await club.host.secret.storage.from("diaries").download(`${club.ann.id}/killed.txt`);
    expect(data && Buffer.from(await data.arrayBuffer()).equals(bytes)).toBe(true);
  });
});

/** Objects and buckets through the official client, and the rows and files that result. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { occasionallySweep, removeUnreferenced } from "./objects/object-files.ts";
import { createStorage } from "./storage.ts";
import { describeStorage, FILE_SIZE_LIMIT } from "./storage-host.fixture.ts";
import { openS3Store } from "./stores/s3-store.ts";

describeStorage("storage", (host) => {
  it("an upload creates a row with its owner and a file with its version", async () => {
    const { ann, annId, db, files } = host();
    const { data, error } = await ann.from("diaries").upload(`${annId}/monday.txt`, "dear diary");
    expect(error).toBeNull();
    const [row] = await db.query<{ version: string; owner: string; metadata: { size: number } }>(
      "select version, owner, owner_id, metadata from storage.objects where id = $1",
      [data?.id ?? ""],
    );
    expect(row).toMatchObject({ owner: annId, owner_id: annId, metadata: { size: 10 } });
    expect(files()).toContain(row?.version);
  });
  it("an upsert removes the old bytes", async () => {
    const { ann, annId, files } = host();
    const before = files().length;
    const path = `${annId}/upserted.txt`;
    await ann.from("diaries").upload(path, "one");
    const again = await ann.from("diaries").upload(path, "two", { upsert: true });
    expect(again.error).toBeNull();
    expect(await (await ann.from("diaries").download(path)).data?.text()).toBe("two");
    expect(files()).toHaveLength(before + 1);
  });
  it("a caller who may insert but not select can upload", async () => {
    const { visitor } = host();
    const { error } = await visitor.from("drop").upload("box/letter.txt", "hello");
    expect(error).toBeNull();
    expect((await visitor.from("drop").list("box")).data).toEqual([]);
  });
  it("a refused upload leaves no row, no file and no record", async () => {
    const { ann, visitor, secret, annId, db, files } = host();
    const before = files().length;
    const large = "x".repeat(FILE_SIZE_LIMIT + 1);
    const refused = [
      await visitor.from("diaries").upload(`${annId}/stranger.txt`, "x"),
      await ann.from("diaries").upload("somebody-else/x.txt", "x"),
      await ann.from("diaries").upload(`${annId}/large.txt`, large),
      await ann.from("diaries").upload(`${annId}/large.txt`, new Blob([large])),
      await ann.from("diaries").upload(`${annId}/monday.txt`, "a second time"),
      await secret.from("pictures").upload("a.png", "<svg/>", { contentType: "image/svg+xml" }),
      await secret.from("pictures").upload("a.png", "<svg/>", { contentType: "image/png" }),
      await secret.from("nowhere").upload("a.png", "x"),
    ];
    const codes = refused.map(({ error }) => (error && "statusCode" in error ? error.statusCode : error));
    expect(codes).toEqual(["403", "403", "413", "413", "409", "415", "415", "404"]);
    expect(files()).toHaveLength(before);
    expect(await db.query("select from host.loose_files")).toEqual([]);
    expect(await db.query("select from storage.objects where bucket_id = 'pictures'")).toEqual([]);
  });
  it("an object store that does not respond gets 504, and the upload leaves no row", async () => {
    const { secretHeaders, db, deps } = host();
    const silent = createServer().listen(0, "127.0.0.1"); // accepts connections and never answers
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const keys = { region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
    const store = openS3Store({ ...keys, endpoint: `http://127.0.0.1:${port}/club` }, 100);
    const logged: unknown[] = [];
    const app = await createStorage({ ...deps, store, log: (event) => logged.push(event) });
    const response = await app.request("/storage/v1/object/open/silent.txt", {
      method: "POST",
      body: "x",
      headers: secretHeaders,
    });
    expect([response.status, await response.json()]).toEqual([
      504,
      { statusCode: "504", error: "GatewayTimeout", message: "The object store did not respond in time" },
    ]);
    expect(logged).toContain("storage POST /storage/v1/object/open/silent.txt");
    expect(await db.query("select from storage.objects where name = 'silent.txt'")).toEqual([]);
    // The store may have the bytes after all, so their record stays for the sweep.
    expect(await db.query("delete from host.loose_files returning 1")).toHaveLength(1);
    silent.close();
  });
  it("an interrupted upload leaves nothing", async () => {
    const { secretHeaders, fetch, db, files } = host();
    const before = files().length;
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("half of "));
        controller.error(new Error("gone"));
      },
    });
    const response = await fetch("object/open/broken.txt", {
      method: "POST",
      headers: secretHeaders,
      body: broken,
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(500);
    expect(files()).toHaveLength(before);
    expect(await db.query("select from storage.objects where name = 'broken.txt'")).toEqual([]);
  });
  it("two uploads to one name at once both succeed, one is stored and no bytes are left over", async () => {
    const { secret, files, db } = host();
    const before = files().length;
    const texts = Array.from({ length: 8 }, (_, n) => `text ${n}`);
    const done = await Promise.all(
      texts.map((text) => secret.from("open").upload("race.txt", text, { upsert: true })),
    );
    expect(done.map(({ error }) => error)).toEqual(texts.map(() => null));
    expect(texts).toContain(await (await secret.from("open").download("race.txt")).data?.text());
    expect(files()).toHaveLength(before + 1);
    expect(await db.query("select from host.loose_files")).toEqual([]);
  });
  it("removing an object removes its bytes, also when SQL deletes the row", async () => {
    const { secret, db, deps, files } = host();
    const before = files().length;
    await secret.from("open").upload("gone/a.txt", "a");
    await secret.from("open").upload("gone/b.txt", "b");
    const { data } = await secret.from("open").remove(["gone/a.txt", "gone/none.txt"]);
    expect(data?.map(({ name }) => name)).toEqual(["gone/a.txt"]);
    await expect(db.query("delete from storage.objects where name = 'gone/b.txt'")).rejects.toThrow(
      "Direct deletion",
    );
    await db.script(
      "set local storage.allow_delete_query = 'true'; delete from storage.objects where name = 'gone/b.txt'",
    );
    expect(files()).toHaveLength(before + 1);
    await db.query("update host.loose_files set since = since - interval '2 hours'");
    await occasionallySweep(deps, 0);
    expect(files()).toHaveLength(before);
  });
  it("bytes that a row references are never removed", async () => {
    const { secret, db, deps } = host();
    await secret.from("open").upload("kept.txt", "kept");
    const rows = await db.query<{ version: string }>("select version from storage.objects");
    await removeUnreferenced(
      deps,
      rows.map(({ version }) => version),
    );
    expect(await (await secret.from("open").download("kept.txt")).data?.text()).toBe("kept");
  });
  it("removes what a crash left at the next start, on a shared database only once no other process can be writing it", async () => {
    const { db, deps, files } = host();
    const before = files().length;
    const version = randomUUID();
    await db.query("insert into host.loose_files (version) values ($1)", [version]);
    await deps.store.write(version, Readable.from([Buffer.from("left over")]));
    await createStorage(deps);
    expect(files()).toHaveLength(db.shared ? before + 1 : before);
    await db.query("update host.loose_files set since = since - interval '2 hours'");
    await createStorage(deps);
    expect(files()).toHaveLength(before);
  });
  it("moving keeps the bytes in place, copying shares them until one copy is replaced", async () => {
    const { ann, annId, files } = host();
    const diary = ann.from("diaries");
    await diary.upload(`${annId}/from.txt`, "words");
    const before = files().length;
    expect((await diary.move(`${annId}/from.txt`, `${annId}/to.txt`)).error).toBeNull();
    expect(files()).toHaveLength(before);
    expect((await diary.copy(`${annId}/to.txt`, `${annId}/copy.txt`)).data?.path).toBe(
      `diaries/${annId}/copy.txt`,
    );
    await diary.update(`${annId}/copy.txt`, "other words");
    expect(await (await diary.download(`${annId}/to.txt`)).data?.text()).toBe("words");
    expect((await diary.download(`${annId}/from.txt`)).error).toMatchObject({ statusCode: "404" });
  });
  it("moving and copying need read access to the source and write access to the target", async () => {
    const { ann, annId, visitor, secret } = host();
    await ann.from("diaries").upload(`${annId}/private.txt`, "mine");
    const { error: unseen } = await visitor.from("diaries").copy(`${annId}/private.txt`, "x.txt", {
      destinationBucket: "drop",
    });
    expect(unseen).toMatchObject({ statusCode: "404" });
    const { error: unwritable } = await ann.from("diaries").move(`${annId}/private.txt`, "other/x.txt");
    expect(unwritable).toMatchObject({ statusCode: "403" });
    await secret.from("open").upload("page.html", "<script>", { contentType: "text/html" });
    const { error: unlisted } = await secret.from("open").copy("page.html", "page.png", {
      destinationBucket: "pictures",
    });
    expect(unlisted).toMatchObject({ statusCode: "415" });
  });
});

/** For tests of accounts: settings by section, the outbox, an authenticator app. */
import { createHmac } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "smol-toml";
import { afterAll, onTestFinished } from "vitest";
import type { Host } from "./host.ts";
import { verifyLinkOf } from "./mail-links.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Value = string | number | boolean | string[] | Table | undefined;
type Table = { [name: string]: Value };

/** A copy of supabase/ with these sections in config.toml and these files, for SUPABASE_DIR. */
export function supabaseWith(settings: Table, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-supabase-"));
  folders.push(folder);
  cpSync("supabase", folder, { recursive: true });
  const path = join(folder, "config.toml");
  writeFileSync(path, stringify(merged(parse(readFileSync(path, "utf8")) as Table, settings)));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

export interface Message {
  kind: "mail" | "text";
  recipient: string;
  body: string;
}

/** The newest message to an address. The host must use the outbox. */
export async function messageTo(host: Host, recipient: string): Promise<Message> {
  const address = new URL(/(http\S+outbox\S+)/.exec(host.log())?.[1] ?? "");
  address.searchParams.set("format", "json");
  const messages = (await (await fetch(address)).json()) as Message[];
  const message = messages.find((one) => one.recipient === recipient);
  if (!message) throw new Error(`nothing was sent to ${recipient}`);
  return message;
}

export function codeIn({ body }: Message): string {
  return /\b(\d{6})\b/.exec(body)?.[1] ?? "";
}

/** GoTrue's link for the token of an email. */
export function linkIn({ body }: Message): URL {
  return verifyLinkOf(new URL(/\((http[^)]+)\)/.exec(body)?.[1] ?? ""));
}

/** Follows GoTrue's link for the token of an email as a browser does; returns the target's fragment and query. */
export async function follow(message: Message): Promise<Record<string, string>> {
  const response = await fetch(linkIn(message), { redirect: "manual" });
  const target = new URL(response.headers.get("location") ?? "");
  return {
    ...Object.fromEntries(target.searchParams),
    ...Object.fromEntries(new URLSearchParams(target.hash.slice(1))),
  };
}

/** The code of an authenticator app for a base32 secret (RFC 6238), `steps` of 30 seconds from now. */
export function authenticatorCode(secret: string, steps = 0): string {
  let bits = "";
  for (const character of secret) {
    bits += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0");
  }
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac[19] ?? 0) % 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Stops a host when its test ends, also after a failure. */
export function stopAfterwards(host: Host): Host {
  onTestFinished(() => host.stop());
  return host;
}

function merged(one: Table, other: Table): Table {
  const all: Table = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = all[name];
    all[name] = isTable(value) && isTable(before) ? merged(before, value) : value;
  }
  return all;
}

function isTable(value: Value): value is Table {
  return typeof value === "object" && !Array.isArray(value);
}

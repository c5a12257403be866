/** Assigns requests to the classes of the admission queue. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { RequestClass } from "./admission-queue.ts";

const schema = z.object({
  /** Database functions that save what a user has entered. */
  saving_functions: z.array(z.string().min(1)),
  /** Database functions that can wait: statistics and charts. */
  statistics_functions: z.array(z.string().min(1)),
});
export type Priorities = z.infer<typeof schema>;

/** Reads SUPABASE_DIR/priorities.json. Without the file every function is a read. Throws if the file is invalid. */
export function readPriorities(supabaseDir: string): Priorities {
  const path = join(supabaseDir, "priorities.json");
  if (!existsSync(path)) return { saving_functions: [], statistics_functions: [] };
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : error;
    throw new Error(`${path} is not { saving_functions, statistics_functions }: ${reason}`);
  }
}

/** The class of a request; null if it is never queued (web files, health, realtime, preflight requests). */
export type Classify = (method: string, path: string, query: string) => RequestClass | null;

export function createClassify(priorities: Priorities): Classify {
  const saving = new Set(priorities.saving_functions);
  const statistics = new Set(priorities.statistics_functions);
  const classOfRest = (method: string, name: string): RequestClass => {
    if (!name.startsWith("rpc/")) return method === "GET" || method === "HEAD" ? "read" : "save";
    const called = name.slice("rpc/".length);
    if (saving.has(called)) return "save";
    return statistics.has(called) ? "statistics" : "read";
  };
  return (method, path, query) => {
    if (method === "OPTIONS") return null;
    if (path.startsWith("/rest/v1/")) return classOfRest(method, path.slice("/rest/v1/".length));
    if (path.startsWith("/auth/v1/")) return classOfAuth(method, path.slice("/auth/v1/".length), query);
    if (path.startsWith("/storage/v1/")) return "file";
    if (path.startsWith("/functions/v1/")) return "function";
    return null;
  };
}

/** Requests that hash a password take a hundred times as long as others. */
function classOfAuth(method: string, path: string, query: string): RequestClass | null {
  if (path === "health" || path === "settings" || path === ".well-known/jwks.json") return null;
  if (path === "token") return query.includes("grant_type=password") ? "password" : "session";
  const hashes = path === "signup" || (path === "user" && method === "PUT") || path.startsWith("admin/users");
  return hashes && method !== "GET" ? "password" : "session";
}

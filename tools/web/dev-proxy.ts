/** What `npm run dev` forwards to the host: every path that is not the page's. */
import type { ProxyOptions } from "vite";

export const HOST_PATHS = [
  "/auth/v1",
  "/rest/v1",
  "/functions/v1",
  "/storage/v1",
  "/realtime/v1",
  "/demo/sign-in",
  "/start-club",
  "/config.json",
  "/outbox",
  "/healthz",
  "/host-proof",
  "/.well-known",
] as const;

export function devProxy(host: string): Record<string, ProxyOptions> {
  return Object.fromEntries(
    HOST_PATHS.map((path) => [path, { target: host, changeOrigin: false, ws: path === "/realtime/v1" }]),
  );
}

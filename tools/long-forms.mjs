/** What `npm run test:long` runs besides benches and Lighthouse. */

/** Names of Vitest files. Each runs alone, because Vitest accepts a name without a file if another name has one. */
export const TESTS = ["season", "messages-at-scale", "behind-caddy", "libreoffice", "swift", "systemd"];

/** Soaks, by their names in tests/soak/main.ts. */
export const SOAKS = [
  "kills",
  "locks",
  "permissions",
  "second-starts",
  "two-hosts",
  "fuzz",
  "functions",
  "oracle",
  "outgoing",
  "disk",
  "power",
  "overload",
  "memory",
];

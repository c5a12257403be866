/** The folders and files of `web/` whose texts are still in the code. The list only gets shorter. */
export const UNCONVERTED: readonly string[] = [
  "web/backend",
  "web/features/admin",
  "web/features/archives",
  "web/features/head-to-head",
  "web/features/honours",
  "web/features/notifications",
  "web/features/subscriptions",
  "web/features/unsubscribe",
  "web/football/fixtures",
  "web/football/health",
  "web/service-worker",
];

/** The folders and files of `web/` whose texts are still in the code. The list only gets shorter. */
export const UNCONVERTED: readonly string[] = ["web/features/admin", "web/football/health"];

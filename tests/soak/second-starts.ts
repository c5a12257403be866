import type { SoakOptions } from "./soak.ts";
export async function soakSecondStarts(_: SoakOptions): Promise<void> {}

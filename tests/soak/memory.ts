import type { SoakOptions } from "./soak.ts";
export async function soakMemory(_: SoakOptions): Promise<void> {}

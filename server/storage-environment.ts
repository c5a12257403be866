import { z } from "zod";
import type { Cdn } from "./storage/cdn.ts";

/** What the environment says of storage, under upstream's names. */
export const storageVariables = {
  CDN_PURGE_ENDPOINT_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_ENDPOINT_KEY: z.string().optional(),
};

const environment = z.object(storageVariables);
export type StorageEnvironment = z.infer<typeof environment>;

/** Null where none is named. */
export function cdnOf(environment: StorageEnvironment, project: string): Cdn | null {
  const { CDN_PURGE_ENDPOINT_URL: endpoint, CDN_PURGE_ENDPOINT_KEY: key } = environment;
  return endpoint ? { endpoint, key, project } : null;
}

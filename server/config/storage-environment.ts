import { z } from "zod";

/** Environment variables of storage under Supabase's names. Validation messages must not contain a secret. */
export const storageVariables = {
  STORAGE_BACKEND: z.enum(["file", "s3"]).default("file"),
  STORAGE_S3_BUCKET: z.string().optional(),
  STORAGE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  STORAGE_S3_REGION: z.string().optional(),
  STORAGE_S3_FORCE_PATH_STYLE: z.enum(["true", "false"]).default("false"),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  CDN_PURGE_ENDPOINT_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_ENDPOINT_KEY: z.string().optional(),
};

const environment = z.object(storageVariables);
export type StorageEnvironment = z.infer<typeof environment>;

import { z } from "zod";
import { byteSize, flag, ignored, ignoredSection } from "./fields.ts";

const bucket = z.object({
  public: flag(false),
  file_size_limit: byteSize.optional(),
  allowed_mime_types: z.array(z.string().min(1)).default([]),
  objects_path: ignored("`supabase seed buckets` uploads these files"),
});

/** `[storage]`. Its other protocols (S3, analytics, vectors) are ignored, as the CLI writes them. */
export const storageSettings = z
  .object({
    enabled: flag(true),
    file_size_limit: byteSize.prefault("50MiB"),
    buckets: z.record(z.string(), bucket).default({}),
    image_transformation: z.object({ enabled: flag(false) }).prefault({}),
    s3_protocol: ignoredSection("the host serves no S3 protocol"),
    analytics: ignoredSection("the host has no analytics buckets"),
    vector: ignoredSection("the host has no vector buckets"),
  })
  .prefault({});

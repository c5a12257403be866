import { z } from "zod";
import { flag } from "./fields.ts";

const variables = z.record(z.string(), z.string());

/** `[functions.<name>]`. The import map is the deno.json nearest to the function, as the CLI writes it. */
export const functionSettings = z
  .record(
    z.string(),
    z.object({
      enabled: flag(true),
      verify_jwt: flag(true),
      entrypoint: z.string().optional(),
      import_map: z.string().optional(),
      static_files: z.array(z.string()).optional(),
      env: variables.optional(),
    }),
  )
  .default({})
  .superRefine((functions, context) => {
    for (const [name, { entrypoint }] of Object.entries(functions)) {
      const own = `functions/${name}/index.ts`;
      if (!entrypoint || entrypoint.replace(/^(\.\/)?(supabase\/)?/, "") === own) continue;
      context.addIssue({ code: "custom", path: [name, "entrypoint"], message: `can only be "./${own}"` });
    }
  });

/** `[edge_runtime]`. Its secrets are passed to every function; its other settings concern Deno's runtime. */
export const edgeRuntimeSettings = z
  .looseObject({
    enabled: flag(true),
    secrets: variables.default({}),
  })
  .prefault({});

import { z } from "zod";
import { flag, ignored } from "./fields.ts";

const variables = z.record(z.string(), z.string());

/** `[functions.<name>]`. Without `import_map`, the deno.json, deno.jsonc or import_map.json nearest to the function is its import map. */
export const functionSettings = z
  .record(
    z.string(),
    z.object({
      enabled: flag(true),
      verify_jwt: flag(true),
      entrypoint: z
        .string()
        .optional()
        .meta({ ignored: "only the standard `./functions/NAME/index.ts` is accepted" }),
      /** Relative to config.toml. */
      import_map: z.string().optional(),
      static_files: ignored("a function reads the files of its own folder"),
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

const DENO = "the host runs functions in threads of Node.js";

/** `[edge_runtime]`. Its secrets are passed to every function; its other settings concern Deno's runtime. */
export const edgeRuntimeSettings = z
  .object({
    enabled: flag(true),
    policy: ignored(DENO),
    inspector_port: ignored(DENO),
    deno_version: ignored(DENO),
    secrets: variables.default({}),
  })
  .prefault({});

/** The endpoints of the data API, from the OpenAPI document that the host publishes. */
import { z } from "zod";
import { ANYONE, type Endpoint } from "./endpoints.ts";

const propertiesSchema = z.record(z.string(), z.object({ format: z.string().optional() }));
const operation = z.object({
  parameters: z
    .array(
      z.object({
        in: z.string().optional(),
        name: z.string().optional(),
        schema: z.object({ properties: propertiesSchema.optional() }).optional(),
      }),
    )
    .optional(),
});
const openApiSchema = z.object({
  paths: z.record(z.string(), z.object({ get: operation.optional(), post: operation.optional() })),
  definitions: z.record(z.string(), z.object({ properties: propertiesSchema })),
});

/** Query parameters that every table has. */
const TABLE_PARAMETERS = ["select", "order", "limit", "offset", "or", "and", "on_conflict", "columns"];

/** Every table and function of the document that `url` serves to the secret key. */
export async function restEndpoints(url: string, secretKey: string): Promise<Endpoint[]> {
  const response = await fetch(`${url}/rest/v1/`, { headers: { apikey: secretKey } });
  const { paths, definitions } = openApiSchema.parse(await response.json());
  const tables = Object.entries(definitions).map(
    ([table, { properties }]): Endpoint => ({
      service: "rest",
      methods: ["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT"],
      path: `/rest/v1/${table}`,
      fields: Object.keys(properties),
      formats: formatsOf(properties),
      parameters: [...Object.keys(properties), ...TABLE_PARAMETERS],
      callers: ANYONE,
      types: ["text/csv", "application/x-www-form-urlencoded"],
    }),
  );
  const functions = Object.entries(paths).flatMap(([path, { post }]): Endpoint[] => {
    if (!path.startsWith("/rpc/")) return [];
    const body = post?.parameters?.find(({ in: where }) => where === "body");
    const properties = body?.schema?.properties ?? {};
    const fields = Object.keys(properties);
    return [
      {
        service: "rest",
        methods: ["POST", "GET", "HEAD"],
        path: `/rest/v1${path}`,
        fields,
        formats: formatsOf(properties),
        parameters: [...fields, "select", "order", "limit"],
        callers: ANYONE,
      },
    ];
  });
  return [...tables, ...functions];
}

function formatsOf(properties: z.infer<typeof propertiesSchema>): Record<string, string> {
  return Object.fromEntries(Object.entries(properties).map(([name, { format = "" }]) => [name, format]));
}

import { FunctionsHttpError } from "@supabase/supabase-js";
import type { Api } from "./host.ts";

/** Calls a function; returns status and body also for errors. */
export async function call(
  api: Api,
  name: string,
  body: object = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { data, error } = await api.functions.invoke<Record<string, unknown>>(name, { body });
  if (error instanceof FunctionsHttpError) {
    const response = error.context as Response;
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  if (error) throw error;
  return { status: 200, body: data ?? {} };
}

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as footballWords from "#words/football";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, RequestError } from "../../../../backend/connection/response.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import type { AuditRow } from "../../../../backend/types/admin-rows.ts";
import { playerOf } from "./audit-entry.ts";

export const auditPageSize = 25;
const newestFirst: Order<AuditRow> = [["id", "desc"]];

/** A page of the entries whose action or subject has these words, the latest first, with the names of the people in them. */
export const entries = (wanted: string, page: number) =>
  queryOptions({
    queryKey: ["audit", wanted, page],
    queryFn: async ({ signal }) => {
      const { data, error, count, status } = await filtered(wanted)
        .abortSignal(signal)
        .order("id", { ascending: false })
        .range(page * auditPageSize, (page + 1) * auditPageSize - 1);
      if (error) throw new RequestError(error.message, error.code, status);
      return { rows: data, total: count ?? data.length, names: await namesOf(data) };
    },
    placeholderData: keepPreviousData,
  });

/** How many entries an evening lists. */
const eveningLength = 8;
const eveningHours = 12;

/** What organisers have done in the last twelve hours, the latest first. Loaded again twice a minute. */
export const latestEntries = queryOptions({
  queryKey: ["audit", "latest"],
  queryFn: async () => {
    const since = new Date(serverNow() - eveningHours * 3_600_000).toISOString();
    const rows = await dataOf(
      backend()
        .rest.from("admin_audit_log")
        .select("*")
        .gte("created_at", since)
        .not("admin_user_id", "is", null)
        .order("id", { ascending: false })
        .limit(eveningLength),
    );
    return { rows, names: await namesOf(rows) };
  },
  refetchInterval: 30_000,
});

/** The names of these rows' admins and players, by id. Deleted accounts are missing. */
async function namesOf(rows: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> {
  const people = rows.flatMap((row) => [row.admin_user_id, playerOf(row)]);
  const ids = [...new Set(people.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const profiles = await dataOf(backend().rest.from("profiles").select("id, full_name").in("id", ids));
  return new Map(profiles.map(({ id, full_name }) => [id, full_name ?? footballWords.player]));
}

/** All entries with these words, the latest first. */
export function allEntries(wanted: string): Promise<AuditRow[]> {
  return allRows((size, after) => dataOf(pageOf(filtered(wanted), newestFirst, size, after)));
}

function filtered(wanted: string) {
  const query = backend().rest.from("admin_audit_log").select("*", { count: "exact" });
  if (wanted === "") return query;
  const pattern = `%${wanted.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_")}%`;
  const quoted = `"${pattern.replace(/["\\]/g, "\\$&")}"`;
  return query.or(`action.ilike.${quoted},subject.ilike.${quoted}`);
}

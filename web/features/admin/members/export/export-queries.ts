import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { AdminExportRow } from "../../../../backend/types/admin-rows.ts";

/** The most rows of one answer of `admin_export`. */
const exportPageSize = 1000;

/** All players page by page, best first. The first row has their number in `total_count`. */
export async function* allPlayers(): AsyncGenerator<readonly AdminExportRow[]> {
  let after: AdminExportRow["place"] | null = null;
  for (;;) {
    const page: AdminExportRow[] = await dataOf(
      backend().rest.rpc("admin_export", { _after: after, page_limit: exportPageSize }),
    );
    yield page;
    if (page.length < exportPageSize) return;
    after = page.at(-1)?.place ?? null;
  }
}

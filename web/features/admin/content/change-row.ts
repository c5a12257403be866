import { backend } from "../../../backend/connection/client.ts";
import { ensureSuccess } from "../../../backend/connection/response.ts";
import type { Database } from "../../../backend/types/database.ts";

type Columns = Database["public"]["Functions"]["change_row"]["Args"]["_values"];

/** Changes columns of a row if the columns in `seen` still have these values; otherwise it fails with SL016. */
export function changeRow(
  table: "news" | "teams",
  id: string,
  values: Columns,
  seen: Columns,
): Promise<void> {
  return ensureSuccess(
    backend().rest.rpc("change_row", { _table: table, _id: id, _values: values, _seen: seen }),
  );
}

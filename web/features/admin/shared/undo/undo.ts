import { type QueryClient, queryOptions } from "@tanstack/react-query";
import * as words from "#words/admin";
import { backend } from "../../../../backend/connection/client.ts";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { asOwnResults } from "../../../../backend/live/own-results.ts";
import { refusalIn } from "../../../../backend/sentences/refusals.ts";
import { showToast, toast } from "../../../../ui/overlays/toast.ts";

/** Milliseconds for which a toast offers Undo. The database accepts it a few seconds longer. */
const offeredMs = 30_000;

/** Shows the success of an action, with a button that undoes it if there is an id. */
export async function offerUndo(
  queries: QueryClient,
  message: string,
  undoId: string | null | Promise<string | null>,
): Promise<void> {
  const id = await undoId;
  if (id === null) return toast.success(message);
  const action = { label: words.undo, onSelect: () => void undo(queries, id) };
  showToast({ kind: "success", message, duration: offeredMs, action });
}

/** The actions that can be undone now, newest first: what the caller did, and for an admin what others did for longer. */
export const openUndos = queryOptions({
  queryKey: ["audit", "open undos"],
  queryFn: () => dataOf(backend().rest.rpc("open_undos")),
});

/** The id of the caller's latest action of this name, or null. For functions whose result has no id. */
export async function latestUndo(action: string): Promise<string | null> {
  const open = await dataOf(backend().rest.rpc("open_undos")).catch(() => []);
  return open.find((undo) => undo.action === action)?.id ?? null;
}

/** Undoes an action, and says in a toast whether that worked. Returns the same. */
export async function undo(queries: QueryClient, id: string): Promise<boolean> {
  try {
    await asOwnResults(() => dataOf(backend().rest.rpc("undo", { _undo_id: id })));
    toast.success(words.undone);
    return true;
  } catch (error) {
    toast.error(undoProblem(error));
    return false;
  } finally {
    void queries.invalidateQueries();
  }
}

/** Why an action cannot be undone. The database has several reasons for one code, each written for the organiser. */
function undoProblem(error: unknown): string {
  const refusal = refusalIn(error);
  return refusal === null ? messageFor(error, "admin") : `${refusal}.`;
}

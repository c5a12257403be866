import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import * as words from "#words/admin-members";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** Loads the dashboard's figures again. */
export function RefreshButton() {
  const queries = useQueryClient();
  const queryKey = [subject.dashboard];
  const isFetching = useIsFetching({ queryKey }) > 0;
  return (
    <button
      type="button"
      className="btn secondary small"
      onClick={() => void queries.invalidateQueries({ queryKey })}
    >
      <RefreshCw size={16} className={isFetching ? "spin" : ""} aria-hidden="true" />
      <span>{words.refreshData}</span>
    </button>
  );
}

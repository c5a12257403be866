import { Search } from "lucide-react";
import * as words from "#words/ui";
import { rowsIn } from "../loading/rows-in.ts";
import type { useSearch } from "./use-search.ts";

interface Props {
  label: string;
  search: Pick<ReturnType<typeof useSearch>, "typed" | "setTyped" | "searched">;
  /** The query of the list. Screen readers announce how many rows were found. */
  list: { data: unknown; isPlaceholderData: boolean };
}

/** A search field that filters the list below it. The text shows at once, and the list follows after a pause. */
export function SearchField({ label, search: { typed, setTyped, searched }, list }: Props) {
  const isFound =
    searched !== "" && searched === typed.trim() && list.data !== undefined && !list.isPlaceholderData;
  return (
    <>
      <label className="search-field">
        <span className="visually-hidden">{label}</span>
        <Search size={20} aria-hidden="true" />
        <input
          type="search"
          placeholder={label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <span className="visually-hidden" aria-live="polite">
        {isFound ? words.countFound({ count: rowsIn(list.data) ?? 0 }) : ""}
      </span>
    </>
  );
}

import { useState } from "react";
import { type EditField, type Loaded, merged, saveEdit } from "../../../../backend/edits/save-edit.ts";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";

interface Options<Values, Seen> {
  /** What the page has loaded. It changes when somebody saves. */
  saved: Loaded<Values, Seen>;
  fields: readonly EditField<Values>[];
  /** Saves the values; refused with SL016 if the database no longer has what was seen. */
  save: (values: Values, seen: Seen) => Promise<void>;
  /** Loads what is saved now. */
  load: () => Promise<Loaded<Values, Seen>>;
}

/**
 * A form that stays on the page after it was saved. While nothing is edited it shows what others save; an edited form keeps
 * its input, and `store` merges both or asks (`saveEdit`). Render `question` within the form.
 */
export function useEditForm<Values, Seen>({ saved, fields, save, load }: Options<Values, Seen>) {
  const [opened, setOpened] = useState(saved);
  const [latest, setLatest] = useState(saved);
  const [values, setValues] = useState(saved.values);
  const { ask, question } = useEditQuestion();
  const show = (loaded: Loaded<Values, Seen>) => {
    setOpened(loaded);
    setValues(loaded.values);
  };
  if (!isSame(saved, latest)) {
    setLatest(saved);
    if (isSame(values, opened.values)) show(saved);
  }
  const store = async (mine: Values) => {
    await saveEdit({ opened, mine, fields, save, load, ask, onTheirs: show });
    // The values are saved even if this request fails.
    const now = await load().catch(() => null);
    if (now === null) return;
    setOpened(now);
    // Keeps what was typed while the values were being saved.
    setValues((typed) => merged(fields, mine, typed, now.values));
  };
  return { values, setValues, store, question };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a visitor has typed into a form of accounts is kept while the page loads in another language. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { languageChange } from "./language.ts";

const key = "scoreline-typed-fields";

/** Returns the texts of this form's fields that were kept, by name. `typed` returns the present ones, without passwords. */
export function useTypedFields(
  form: string,
  typed: () => Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [kept] = useState(() => take(form));
  const latest = useRef(typed);
  useLayoutEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    const keep = () => {
      try {
        window.sessionStorage.setItem(key, JSON.stringify({ form, fields: latest.current() }));
      } catch {
        // Without storage the form is empty in the other language.
      }
    };
    languageChange.addEventListener("change", keep);
    return () => languageChange.removeEventListener("change", keep);
  }, [form]);
  return kept;
}

function take(form: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? "null");
    window.sessionStorage.removeItem(key);
    if (Reflect.get(Object(kept), "form") !== form) return {};
    const fields: unknown = Reflect.get(Object(kept), "fields");
    return Object.fromEntries(Object.entries(Object(fields)).map(([name, text]) => [name, String(text)]));
  } catch {
    return {};
  }
}

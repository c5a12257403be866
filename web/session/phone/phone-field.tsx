import { CircleAlert } from "lucide-react";
import { useEffect, useId, useState } from "react";
import * as words from "#words/session";
import type { Country, CountryCode } from "./phone-numbers.ts";
import "../account-fields.css";
import "../../ui/forms/ascii-digits.ts";

interface Props {
  label: string;
  /** The international number, or empty. */
  onNumber: (number: string) => void;
  error?: string | undefined;
  hint?: string;
}

const home: Country = { code: "MU", name: words.mauritius, callingCode: "230" };

/** The country and the number. The numbering plans load with the field; until then Mauritius is the only country. */
export function PhoneField({ label, onNumber, error, hint }: Props) {
  const id = useId();
  const [plans, setPlans] = useState<typeof import("./phone-numbers.ts") | null>(null);
  const [country, setCountry] = useState<CountryCode>(home.code);
  const [typed, setTyped] = useState("");

  useEffect(() => {
    void import("./phone-numbers.ts").then(setPlans);
  }, []);
  useEffect(() => {
    if (plans) onNumber(plans.toInternational(typed, country));
    else onNumber(typed.trim() === "" ? "" : `+${home.callingCode}${typed.replace(/\D/g, "")}`);
  }, [plans, country, typed]);

  const list = plans?.countries() ?? [home];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="phone-input">
        <select
          aria-label={words.country}
          value={country}
          onChange={(event) => {
            const chosen = list.find(({ code }) => code === event.target.value);
            if (chosen) setCountry(chosen.code);
          }}
        >
          {list.map(({ code, name, callingCode }) => (
            <option key={code} value={code}>
              {`+${callingCode} ${name}`}
            </option>
          ))}
        </select>
        <input
          id={id}
          type="tel"
          autoComplete="tel"
          maxLength={20}
          value={typed}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {error && (
        <span className="error" id={`${id}-error`}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{error}</span>
        </span>
      )}
      {hint && !error && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

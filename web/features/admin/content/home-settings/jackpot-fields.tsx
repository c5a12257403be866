import { type Jackpot, jackpotOf, maxMultiplier } from "../../../../football/rules/club-settings.ts";
import { Field } from "../../../../ui/forms/field.tsx";

const exampleSubscribers = 100;

/** Whether Home shows the jackpot, and how it is calculated, with an example. */
export function JackpotFields({
  jackpot,
  onChange,
}: {
  jackpot: Jackpot;
  onChange: (jackpot: Jackpot) => void;
}) {
  const set = (change: Partial<Jackpot>) => onChange({ ...jackpot, ...change });
  const { multiplier, deductionPercent } = jackpot;
  const isValid =
    multiplier >= 1 && multiplier <= maxMultiplier && deductionPercent >= 0 && deductionPercent <= 100;
  return (
    <fieldset>
      <legend>Subscriber and Jackpot Display</legend>
      <label className="checkbox-field">
        <input
          type="checkbox"
          checked={jackpot.enabled}
          onChange={(event) => set({ enabled: event.target.checked })}
        />
        Show subscribers and jackpot to registered users
      </label>
      <Field label="The jackpot counts">
        <select
          value={jackpot.basis ?? "subscribers"}
          onChange={({ target }) => {
            const { basis: _basis, ...rest } = jackpot;
            onChange(target.value === "payments" ? { ...rest, basis: "payments" } : rest);
          }}
        >
          <option value="subscribers">Subscribers times the multiplier</option>
          <option value="payments">Payments received for running subscriptions</option>
        </select>
      </Field>
      <div className="field-pair">
        <Field label="Multiplier (Rs per subscriber)">
          <input
            type="number"
            min={1}
            max={maxMultiplier}
            inputMode="decimal"
            value={Number.isNaN(multiplier) ? "" : multiplier}
            onChange={(event) => set({ multiplier: event.target.valueAsNumber })}
          />
        </Field>
        <Field label="Deduction (%)">
          <input
            type="number"
            min={0}
            max={100}
            inputMode="decimal"
            value={Number.isNaN(deductionPercent) ? "" : deductionPercent}
            onChange={(event) => set({ deductionPercent: event.target.valueAsNumber })}
          />
        </Field>
      </div>
      {isValid && jackpot.basis !== "payments" && (
        <p className="formula">
          {exampleSubscribers} subscribers × Rs {multiplier.toLocaleString("en")}, less {deductionPercent}% =
          Rs {jackpotOf(exampleSubscribers, jackpot).toLocaleString("en")}
        </p>
      )}
    </fieldset>
  );
}

import * as words from "#words/admin-content";
import { type Jackpot, jackpotOf, maxMultiplier } from "../../../../football/rules/club-settings.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";

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
      <legend>{words.subscriberAndJackpotDisplay}</legend>
      <label className="checkbox-field">
        <input
          type="checkbox"
          checked={jackpot.enabled}
          onChange={(event) => set({ enabled: event.target.checked })}
        />
        <span>{words.showSubscribersAndJackpot}</span>
      </label>
      <Field label={words.theJackpotCounts}>
        <select
          value={jackpot.basis ?? "subscribers"}
          onChange={({ target }) => {
            const { basis: _basis, ...rest } = jackpot;
            onChange(target.value === "payments" ? { ...rest, basis: "payments" } : rest);
          }}
        >
          <option value="subscribers">{words.subscribersTimesTheMultiplier}</option>
          <option value="payments">{words.paymentsForRunningSubscriptions}</option>
        </select>
      </Field>
      <div className="field-pair">
        <Field label={words.multiplierRsPerSubscriber}>
          <input
            type="number"
            min={1}
            max={maxMultiplier}
            inputMode="decimal"
            value={Number.isNaN(multiplier) ? "" : multiplier}
            onChange={(event) => set({ multiplier: event.target.valueAsNumber })}
          />
        </Field>
        <Field label={words.deduction}>
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
          {words.exampleOfTheJackpot({
            subscribers: exampleSubscribers,
            multiplier: formatNumber(multiplier),
            percent: deductionPercent,
            jackpot: formatNumber(jackpotOf(exampleSubscribers, jackpot)),
          })}
        </p>
      )}
    </fieldset>
  );
}

import * as words from "#words/admin-content";
import { hueOf } from "../../../../football/components/competition-badge.tsx";
import type { CompetitionCountdown } from "../../../../football/rules/club-settings.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { TargetFields } from "../../shared/settings/target-fields.tsx";

/** The fields of one competition's countdown: enabled, target and description. */
export function CountdownFields({
  countdown,
  onChange,
}: {
  countdown: CompetitionCountdown;
  onChange: (countdown: CompetitionCountdown) => void;
}) {
  const set = (change: Partial<CompetitionCountdown>) => onChange({ ...countdown, ...change });
  return (
    <div className="countdown-fields" {...hueOf(countdown.name)}>
      <label className="checkbox-field">
        <input
          type="checkbox"
          checked={countdown.enabled}
          onChange={(event) => set({ enabled: event.target.checked })}
        />
        <b>{countdown.name}</b>
      </label>
      <TargetFields target={countdown} onChange={set} />
      <Field label={words.displayDescription} className="whole-row">
        <input
          value={countdown.displayDescription}
          maxLength={200}
          onChange={(event) => set({ displayDescription: event.target.value })}
        />
      </Field>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-content";
import { Field } from "../../../../ui/forms/field.tsx";
import { PlanOptions } from "../../shared/subscriptions/plan-options.tsx";
import { groupChoices, type Recipients } from "./message-queries.ts";
import { audiences } from "./message-words.ts";

const types = [
  ["info", words.typeInfo],
  ["success", words.typeSuccess],
  ["warning", words.typeWarning],
  ["error", words.typeError],
] as const;

interface Text {
  title: string;
  message: string;
  type: string;
}

export function TextFields({ text, onChange }: { text: Text; onChange: (change: Partial<Text>) => void }) {
  return (
    <>
      <Field label={words.title}>
        <input
          value={text.title}
          maxLength={200}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field label={words.message}>
        <textarea
          rows={4}
          value={text.message}
          maxLength={2000}
          onChange={(event) => onChange({ message: event.target.value })}
        />
      </Field>
      <Field label={words.type}>
        <select value={text.type} onChange={(event) => onChange({ type: event.target.value })}>
          {types.map(([type, name]) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </>
  );
}

export function RecipientFields({
  recipients: { audience, competition, group },
  onChange,
}: {
  recipients: Recipients;
  onChange: (change: Partial<Recipients>) => void;
}) {
  return (
    <>
      <Field label={words.recipients}>
        <select
          value={audience}
          onChange={(event) => {
            const chosen = audiences.find(({ id }) => id === event.target.value);
            if (chosen) onChange({ audience: chosen.id });
          }}
        >
          {audiences.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {audience === "subscribers" && (
        <Field label={words.competition}>
          <select value={competition} onChange={(event) => onChange({ competition: event.target.value })}>
            <option value="">{words.chooseACompetition}</option>
            <PlanOptions />
          </select>
        </Field>
      )}
      {audience === "group" && <GroupField group={group} onChange={(id) => onChange({ group: id })} />}
    </>
  );
}

function GroupField({ group, onChange }: { group: string; onChange: (id: string) => void }) {
  const groups = useQuery(groupChoices);
  return (
    <Field label={words.group} error={groups.isLoadingError ? words.failedToLoadTheGroups : undefined}>
      <select value={group} onChange={(event) => onChange(event.target.value)}>
        <option value="">{groups.isPending ? words.loadingTheGroups : words.chooseAGroup}</option>
        {groups.data?.map(({ id, name, owner_name }) => (
          <option key={id} value={id}>
            {`${name} (${owner_name})`}
          </option>
        ))}
      </select>
    </Field>
  );
}

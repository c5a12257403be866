import { useQuery } from "@tanstack/react-query";
import { Field } from "../../../../ui/forms/field.tsx";
import { PlanOptions } from "../../shared/plans/plan-options.tsx";
import { groupChoices, type Recipients } from "./message-queries.ts";
import { audiences } from "./message-words.ts";

const types = ["info", "success", "warning", "error"] as const;

interface Text {
  title: string;
  message: string;
  type: string;
}

export function TextFields({ text, onChange }: { text: Text; onChange: (change: Partial<Text>) => void }) {
  return (
    <>
      <Field label="Title">
        <input
          value={text.title}
          maxLength={200}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field label="Message">
        <textarea
          rows={4}
          value={text.message}
          maxLength={2000}
          onChange={(event) => onChange({ message: event.target.value })}
        />
      </Field>
      <Field label="Type">
        <select value={text.type} onChange={(event) => onChange({ type: event.target.value })}>
          {types.map((type) => (
            <option key={type} value={type}>
              {type[0]?.toUpperCase()}
              {type.slice(1)}
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
      <Field label="Recipients">
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
        <Field label="Competition">
          <select value={competition} onChange={(event) => onChange({ competition: event.target.value })}>
            <option value="">Choose a competition</option>
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
    <Field label="Group" error={groups.isLoadingError ? "Failed to load the groups" : undefined}>
      <select value={group} onChange={(event) => onChange(event.target.value)}>
        <option value="">{groups.isPending ? "Loading the groups" : "Choose a group"}</option>
        {groups.data?.map(({ id, name, owner_name }) => (
          <option key={id} value={id}>
            {name} ({owner_name})
          </option>
        ))}
      </select>
    </Field>
  );
}

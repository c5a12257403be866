import { type ReactNode, useState } from "react";
import * as words from "#words/groups";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { GroupBadge } from "./group-badge.tsx";
import type { GroupSettings } from "./group-rules.ts";

const shortest = 3;
const longest = 40;

interface Props {
  title: string;
  first: GroupSettings;
  submit: string;
  pending: boolean;
  onSubmit: (settings: GroupSettings) => void;
  onClose: () => void;
  /** Whether the owner decides who invites; a new group begins with invites from every member. */
  asksWhoInvites?: boolean;
  /** A question about the form, shown over it. */
  question?: ReactNode;
}

/** The name, the colours and from when points count, in a window. */
export function GroupForm({
  title,
  first,
  submit,
  pending,
  onSubmit,
  onClose,
  asksWhoInvites = false,
  question,
}: Props) {
  const [settings, setSettings] = useState(first);
  const [problem, setProblem] = useState<string | undefined>();
  const change = (changes: Partial<GroupSettings>) => setSettings({ ...settings, ...changes });
  const send = () => {
    const name = settings.name.trim();
    if (name.length < shortest || name.length > longest)
      return setProblem(words.nameLength({ shortest, longest }));
    setProblem(undefined);
    onSubmit({ ...settings, name });
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form className="form" noValidate onSubmit={send}>
        <Field label={words.name} error={problem}>
          <input
            value={settings.name}
            maxLength={longest}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <div className="group-colours">
          <Field label={words.firstColour}>
            <input
              type="color"
              value={settings.firstColour}
              onChange={(event) => change({ firstColour: event.target.value })}
            />
          </Field>
          <Field label={words.secondColour}>
            <input
              type="color"
              value={settings.secondColour}
              onChange={(event) => change({ secondColour: event.target.value })}
            />
          </Field>
          <GroupBadge first={settings.firstColour} second={settings.secondColour} name={settings.name} />
        </div>
        <fieldset className="group-counting">
          <legend>{words.pointsCount}</legend>
          <label>
            <input
              type="radio"
              name="counting"
              checked={!settings.countsFromJoining}
              onChange={() => change({ countsFromJoining: false })}
            />
            <span>{words.forTheWholeSeason}</span>
          </label>
          <label>
            <input
              type="radio"
              name="counting"
              checked={settings.countsFromJoining}
              onChange={() => change({ countsFromJoining: true })}
            />
            <span>{words.fromTheDayOfJoining}</span>
          </label>
        </fieldset>
        {asksWhoInvites && (
          <label className="checkbox-field">
            <input
              type="checkbox"
              checked={settings.membersInvite}
              onChange={({ target }) => change({ membersInvite: target.checked })}
            />
            <span>{words.everyMemberCanInvite}</span>
          </label>
        )}
        <SubmitButton pending={pending} className="btn full-width">
          {submit}
        </SubmitButton>
      </Form>
      {question}
    </Dialog>
  );
}

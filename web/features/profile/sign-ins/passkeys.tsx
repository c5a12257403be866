import type { PasskeyListItem } from "@supabase/auth-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import * as words from "#words/profile";
import { useAct } from "../../../backend/queries/use-act.ts";
import { longDate } from "../../../football/time/kick-off.ts";
import { addPasskey, passkeyMessage } from "../../../session/sign-in/passkeys.ts";
import { authSettings, offersPasskeys } from "../../../session/sign-in/sign-in-methods.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { QueryView } from "../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.ts";
import { ChangeForm, FieldError } from "../change-form.tsx";
import { removePasskey, renamePasskey } from "./passkey-mutations.ts";
import { passkeysOf } from "./passkey-queries.ts";

/** The player's passkeys. Shows nothing if the club or the browser has none. */
export function Passkeys({ userId }: { userId: string }) {
  const settings = useQuery(authSettings);
  return offersPasskeys(settings.data) ? <PasskeyList userId={userId} /> : null;
}

function PasskeyList({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const passkeys = useQuery(passkeysOf(userId));
  const reload = () => queries.invalidateQueries({ queryKey: passkeysOf(userId).queryKey });
  const add = useAct({
    act: addPasskey,
    onSuccess: () => {
      toast.success(words.passkeyAdded);
      void reload();
    },
  });
  return (
    <section aria-labelledby="passkeys">
      <div className="section-head">
        <h2 id="passkeys">{words.passkeys}</h2>
      </div>
      <p className="muted passkeys-note">{words.passkeysLead}</p>
      <QueryView
        query={passkeys}
        failed={words.failedToLoadYourPasskeys}
        loading={{ count: 1, height: 56, label: words.loadingYourPasskeys }}
      >
        {(data) => (
          <ul className="passkeys">
            {data.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onChange={reload} />
            ))}
          </ul>
        )}
      </QueryView>
      <FormError message={add.isError ? passkeyMessage(add.error) : null} />
      <button
        type="button"
        className="btn secondary small"
        aria-disabled={add.isPending}
        onClick={() => add.mutate()}
      >
        <KeyRound size={16} aria-hidden="true" />
        <span>{words.addAPasskey}</span>
      </button>
    </section>
  );
}

interface RowProps {
  passkey: PasskeyListItem;
  onChange: () => Promise<void>;
}

function PasskeyRow({ passkey, onChange }: RowProps) {
  const [renaming, setRenaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const name = passkey.friendly_name || words.passkey;
  const remove = useAct({
    act: () => removePasskey(passkey.id),
    onSuccess: async () => {
      toast.success(words.passkeyRemoved);
      setRemoving(false);
      await onChange();
    },
  });
  if (renaming) return <RenameForm passkey={passkey} onChange={onChange} close={() => setRenaming(false)} />;
  return (
    <li>
      <div>
        <b>{name}</b>
        <p>
          {`${words.addedOn({ date: longDate(passkey.created_at) })}${passkey.last_used_at ? words.lastUsedOn({ date: longDate(passkey.last_used_at) }) : ""}`}
        </p>
      </div>
      <div className="actions">
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.renameName({ name })}
          onClick={() => setRenaming(true)}
        >
          {words.rename}
        </button>
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.removeName({ name })}
          onClick={() => setRemoving(true)}
        >
          {words.remove}
        </button>
      </div>
      <ConfirmDialog
        open={removing}
        title={words.removeThisPasskey}
        keep={words.keepIt}
        confirm={words.removePasskey}
        pending={remove.isPending}
        error={remove.isError ? passkeyMessage(remove.error) : null}
        onKeep={() => {
          remove.reset();
          setRemoving(false);
        }}
        onConfirm={() => remove.mutate()}
      >
        <p>{words.removePasskeyEffects({ name })}</p>
      </ConfirmDialog>
    </li>
  );
}

function RenameForm({ passkey, onChange, close }: RowProps & { close: () => void }) {
  const [typed, setTyped] = useState(passkey.friendly_name ?? "");
  const save = async () => {
    const name = typed.trim();
    if (name === "") throw new FieldError(words.pleaseEnterAName);
    await renamePasskey(passkey.id, name);
    toast.success(words.passkeyRenamed);
    await onChange();
    close();
  };
  return (
    <li className="passkey-form">
      <ChangeForm save={words.saveName} onSave={save} onCancel={close}>
        <Field label={words.nameOfThePasskey}>
          <input value={typed} maxLength={60} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </ChangeForm>
    </li>
  );
}

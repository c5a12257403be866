import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useState } from "react";
import * as words from "#words/admin";
import * as footballWords from "#words/football";
import { useSession } from "../../../../session/session-store.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { usePaused } from "../../../../ui/forms/use-search.ts";
import { isSearchable, membersFound, playersFound } from "../members/found-members.ts";
import type { PaymentValues } from "./payment-rules.ts";
import "./payer-field.css";

export type Payer = Pick<PaymentValues, "payer" | "payerId">;

const leastLetters = 2;
const mostMatches = 5;

interface Props extends Payer {
  onChange: (payer: Payer) => void;
  label?: string;
  hint?: string;
  /** Called instead of sending the form. `first`: the first member who is found. */
  onEnter?: (first: Payer | null) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Who paid: a member who is found by the typed words, or the name of somebody else. */
export function PayerField({
  payer,
  payerId,
  onChange,
  label = words.paidBy,
  hint = payerId === null ? words.aMemberOrSomebodyElse : words.aMemberOfTheClub,
  onEnter,
  ref,
}: Props) {
  const typed = usePaused(payer);
  const isOpen = payerId === null && typed.length >= leastLetters;
  const { isAdmin } = useSession();
  const players = useQuery({ ...playersFound(typed, mostMatches), enabled: isOpen && isAdmin });
  const members = useQuery({ ...membersFound(typed), enabled: isOpen && !isAdmin && isSearchable(typed) });
  const query = isAdmin ? players : members;
  const found = isOpen ? foundFirst(query.data) : [];
  const [isEntered, setEntered] = useState(false);
  // Enter chooses among the members with the present text.
  const isReady = typed === payer.trim() && !query.isFetching;
  useEffect(() => {
    if (!isEntered || !isReady) return;
    setEntered(false);
    onEnter?.(found[0] ? payerOf(found[0]) : null);
  });
  return (
    <>
      <Field label={label} hint={hint}>
        <input
          ref={ref}
          value={payer}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => {
            setEntered(false);
            onChange({ payer: event.target.value, payerId: null });
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !onEnter || event.nativeEvent.isComposing) return;
            event.preventDefault();
            setEntered(true);
          }}
        />
      </Field>
      {found.length > 0 && (
        <ul className="payer-matches" aria-label={words.membersWithThisName}>
          {found.map((row) => (
            <li key={row.user_id}>
              <button type="button" className="btn secondary small" onClick={() => onChange(payerOf(row))}>
                <span>{payerOf(row).payer}</span>
                <small>{row.phone_number ?? row.email}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface Found {
  user_id: string;
  full_name: string | null;
  phone_number: string | null;
  /** Missing for helpers. */
  email?: string | null;
}

function payerOf({ user_id, full_name, email }: Found): Payer {
  return { payer: full_name ?? email ?? footballWords.player, payerId: user_id };
}

function foundFirst(rows: readonly Found[] | undefined): readonly Found[] {
  return rows?.slice(0, mostMatches) ?? [];
}

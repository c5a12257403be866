import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import * as words from "#words/admin";
import * as footballWords from "#words/football";
import { useSession } from "../../../../session/session-store.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { isSearchable, membersFound, playersFound } from "./member-queries.ts";
import type { PaymentValues } from "./payment-rules.ts";
import "./payer-field.css";

type Payer = Pick<PaymentValues, "payer" | "payerId">;

const leastLetters = 2;
const mostMatches = 5;

/** Who paid: a member who is found by the typed words, or the name of somebody else. */
export function PayerField({ payer, payerId, onChange }: Payer & { onChange: (payer: Payer) => void }) {
  const typed = useDeferredValue(payer.trim());
  const isOpen = payerId === null && typed.length >= leastLetters;
  const { isAdmin } = useSession();
  const players = useQuery({ ...playersFound(typed, mostMatches), enabled: isOpen && isAdmin });
  const members = useQuery({ ...membersFound(typed), enabled: isOpen && !isAdmin && isSearchable(typed) });
  const found = isOpen ? foundFirst(isAdmin ? players.data : members.data) : [];
  return (
    <>
      <Field
        label={words.paidBy}
        hint={payerId === null ? words.aMemberOrSomebodyElse : words.aMemberOfTheClub}
      >
        <input
          value={payer}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onChange({ payer: event.target.value, payerId: null })}
        />
      </Field>
      {found.length > 0 && (
        <ul className="payer-matches" aria-label={words.membersWithThisName}>
          {found.map(({ user_id, full_name, phone_number, email }) => (
            <li key={user_id}>
              <button
                type="button"
                className="btn secondary small"
                onClick={() =>
                  onChange({ payer: full_name ?? email ?? footballWords.player, payerId: user_id })
                }
              >
                <span>{full_name ?? email ?? footballWords.player}</span>
                <small>{phone_number ?? email}</small>
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

function foundFirst(rows: readonly Found[] | undefined): readonly Found[] {
  return rows?.slice(0, mostMatches) ?? [];
}

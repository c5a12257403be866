import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
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
  const words = useDeferredValue(payer.trim());
  const isOpen = payerId === null && words.length >= leastLetters;
  const { isAdmin } = useSession();
  const players = useQuery({ ...playersFound(words, mostMatches), enabled: isOpen && isAdmin });
  const members = useQuery({ ...membersFound(words), enabled: isOpen && !isAdmin && isSearchable(words) });
  const found = isOpen ? foundFirst(isAdmin ? players.data : members.data) : [];
  return (
    <>
      <Field
        label="Paid by"
        hint={payerId === null ? "A member, or the name of somebody else." : "A member of the club."}
      >
        <input
          value={payer}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onChange({ payer: event.target.value, payerId: null })}
        />
      </Field>
      {found.length > 0 && (
        <ul className="payer-matches" aria-label="Members with this name">
          {found.map(({ user_id, full_name, phone_number, email }) => (
            <li key={user_id}>
              <button
                type="button"
                className="btn secondary small"
                onClick={() => onChange({ payer: full_name ?? email ?? "Player", payerId: user_id })}
              >
                {full_name ?? email ?? "Player"}
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

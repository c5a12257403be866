import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { useSession } from "../../../../session/session-store.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import type { PaymentValues } from "./payment-rules.ts";
import "./payer-field.css";

type Payer = Pick<PaymentValues, "payer" | "payerId">;

const leastLetters = 2;
const mostMatches = 5;

interface FoundMember {
  user_id: string;
  full_name: string | null;
  phone_number: string | null;
  email?: string | null;
}

/** The first members whose name, phone number or email contains the words; helpers do not search emails. */
const membersWith = (words: string, isAdmin: boolean) =>
  queryOptions({
    queryKey: [subject.dashboard, "payers", words],
    queryFn: async (): Promise<FoundMember[]> => {
      const { rest } = backend();
      if (!isAdmin) return (await dataOf(rest.rpc("find_members", { search: words }))).slice(0, mostMatches);
      return dataOf(
        rest.rpc("admin_players", { search: words, sort: "name", page_limit: mostMatches, page_offset: 0 }),
      );
    },
    placeholderData: keepPreviousData,
  });

/** Who paid: a member who is found by the typed words, or the name of somebody else. */
export function PayerField({ payer, payerId, onChange }: Payer & { onChange: (payer: Payer) => void }) {
  const words = useDeferredValue(payer.trim());
  const isOpen = payerId === null && words.length >= leastLetters;
  const { isAdmin } = useSession();
  const members = useQuery({ ...membersWith(words, isAdmin), enabled: isOpen });
  const found = isOpen ? (members.data ?? []) : [];
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

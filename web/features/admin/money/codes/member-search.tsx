import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { isSearchable, membersFound } from "../../shared/plans/member-queries.ts";
import { SubscriptionsDialog } from "../../shared/plans/subscriptions-dialog.tsx";

/** For helpers, who have no list of members: finds one by name or phone number to give a subscription. */
export function MemberSearch() {
  const [words, setWords] = useState("");
  const searched = useDeferredValue(words.trim());
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const list = useQuery(membersFound(searched));
  return (
    <section className="payments" aria-labelledby="members">
      <div className="section-head">
        <h2 id="members">Subscriptions</h2>
        <p>Give one to a member, extend or end it</p>
      </div>
      <SearchField label="Find a member by name or phone" value={words} onChange={setWords} />
      {!isSearchable(searched) ? (
        <p className="muted">Type at least 3 letters or digits.</p>
      ) : (
        <QueryView
          query={list}
          failed="Failed to find members"
          loading={{ count: 2, height: 56, label: "Finding members" }}
          empty={{ title: "No member found", text: `No member has “${searched}” in name or phone number.` }}
        >
          {(members) => (
            <ul className="record-list">
              {members.map(({ user_id: id, full_name, phone_number }) => {
                const name = full_name ?? phone_number ?? "Player";
                return (
                  <li key={id}>
                    <div>
                      <b>{name}</b>
                      <span>{phone_number ?? "No phone number"}</span>
                    </div>
                    <button
                      type="button"
                      className="btn secondary small"
                      aria-label={`Subscriptions of ${name}`}
                      onClick={() => setChosen({ id, name })}
                    >
                      Subscriptions
                    </button>
                  </li>
                );
              })}
            </ul>
          )}
        </QueryView>
      )}
      {chosen && <SubscriptionsDialog member={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

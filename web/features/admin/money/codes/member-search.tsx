import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-money";
import * as footballWords from "#words/football";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { isSearchable, membersFound } from "../../shared/members/found-members.ts";
import { SubscriptionsDialog } from "../../shared/subscriptions/subscriptions-dialog.tsx";

/** For helpers, who have no list of members: finds one by name or phone number to give a subscription. */
export function MemberSearch() {
  const search = useSearch();
  const { searched } = search;
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const list = useQuery(membersFound(searched));
  return (
    <section className="payments" aria-labelledby="members">
      <div className="section-head">
        <h2 id="members">{words.subscriptions}</h2>
        <p>{words.whatToDoWithSubscriptions}</p>
      </div>
      <SearchField label={words.findAMember} search={search} list={list} />
      {!isSearchable(searched) ? (
        <p className="muted">{words.typeThreeLetters}</p>
      ) : (
        <QueryView
          query={list}
          failed={words.failedToFindMembers}
          loading={{ count: 2, height: 56, label: words.findingMembers }}
          empty={{ title: words.noMemberFound, text: words.noMemberMatches({ searched }) }}
        >
          {(members) => (
            <ul className="record-list">
              {members.map(({ user_id: id, full_name, phone_number }) => {
                const name = full_name ?? phone_number ?? footballWords.player;
                return (
                  <li key={id}>
                    <div>
                      <b>{name}</b>
                      <span>{phone_number ?? words.noPhoneNumber}</span>
                    </div>
                    <button
                      type="button"
                      className="btn secondary small"
                      aria-label={words.subscriptionsOf({ name })}
                      onClick={() => setChosen({ id, name })}
                    >
                      {words.subscriptions}
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

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { OwingMemberRow } from "../../../../backend/types/admin-rows.ts";
import { Shirt } from "../../../../football/components/shirt.tsx";
import { lastDay } from "../../../../football/time/club-day.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { firstNameOf, textsFor } from "../../shared/reminders/member-texts.ts";
import { RemindButton } from "../../shared/reminders/remind-button.tsx";
import { planName } from "../../shared/subscriptions/plan-rules.ts";
import { owingMembers, owingPageSize } from "./selling-queries.ts";
import "./selling.css";
import "./sold-codes.css";

/** The members who have not paid for a subscription, each with a reminder. For admins. */
export function WhoOwes() {
  const [page, setPage] = useState(0);
  const list = useQuery(owingMembers(page));
  const total = list.data?.[0]?.total_count ?? 0;
  return (
    <section className="selling" aria-labelledby="who-owes">
      <div className="section-head">
        <h2 id="who-owes">{words.whoOwes}</h2>
        {list.data && total > 0 && <p>{words.countWhoOwe({ count: total })}</p>}
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadWhoOwes}
        loading={{ count: 4, height: 60, label: words.loadingWhoOwes }}
        empty={{ title: words.nobodyOwes, text: words.whoIsListed }}
      >
        {(members) => (
          <>
            <ul className="owing-list">
              {members.map((member) => (
                <OwingMember key={member.user_id} member={member} />
              ))}
            </ul>
            <Pager page={page} pageSize={owingPageSize} total={total} list={list} onPage={setPage} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function OwingMember({ member }: { member: OwingMemberRow }) {
  const { user_id: id, full_name: name, phone_number: phone } = member;
  const { brand } = backend().config;
  const texts = textsFor(member.member_language);
  const plans = member.plans.map(({ plan_type }) => planName(plan_type)).join(", ");
  return (
    <li>
      <Shirt player={id} name={name} />
      <div>
        <b>{name}</b>
        {member.plans.map((plan) => (
          <small key={plan.plan_type}>{owed(plan)}</small>
        ))}
        {phone === null && <small>{words.noPhoneNumber}</small>}
      </div>
      <RemindButton
        member={{ id, name, phone }}
        about="payment"
        written={{ at: member.written_at, by: member.written_by }}
        text={texts.paymentReminder({ name: firstNameOf(name), brand, plans })}
        inApp={{ title: texts.paymentTitle, message: texts.paymentMessage({ brand, plans }) }}
      />
    </li>
  );
}

function owed({ plan_type, ends_at, is_running }: OwingMemberRow["plans"][number]): string {
  const plan = planName(plan_type);
  const date = lastDay(ends_at, backend().config.time_zone);
  if (is_running) return words.owesRunning({ plan, date });
  // An organiser may have ended it before that day.
  return Date.parse(ends_at) > serverNow() ? words.owesStopped({ plan }) : words.owesEnded({ plan, date });
}

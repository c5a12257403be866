/**
 * What do messages cost in a big club (5,000 players, 380 matches, 1.9M predictions) where every player gets them in the app,
 * by email and in one browser? Each producer runs once with messages for everyone and once without any, as most of
 * its runs are. Then batches of 500 emails are claimed and reported from the end of the queue. Moving ten matches that
 * everyone has predicted creates 50,000 notifications.
 */
import type { Database } from "../server/database/database.ts";
import { openDatabase } from "../server/database/open.ts";
import { timed, withBigClub } from "./engines.ts";
import { judge } from "./record.ts";

/** Of 500 emails. */
const BATCHES = 5;

interface Producer {
  name: string;
  query: string;
  /** The event that causes messages. */
  reason?: string;
}

const PRODUCERS: readonly Producer[] = [
  { name: "reminders", query: "select private.send_reminders() as messages" },
  { name: "results", query: "select private.announce_results() as messages" },
  {
    name: "match changes",
    query: "select private.announce_match_changes(clock_timestamp() + interval '2 minutes') as messages",
    reason: `update public.matches set match_time = case match_time when '20:30' then time '21:00' else '20:30' end
      where id in (select id from public.matches where kickoff_at > now() + interval '30 days' order by kickoff_at limit 10)`,
  },
  { name: "subscriptions", query: "select private.announce_subscriptions() as messages" },
  {
    name: "news",
    query: "select private.announce_news() as messages",
    reason:
      "insert into public.news (title, content) values ('The cup draw', repeat('Words of the club. ', 20))",
  },
];

await withBigClub(async (dataDir) => {
  const db = await openDatabase({ dataDir });
  try {
    await measure(db);
  } finally {
    await db.close();
  }
});

async function measure(db: Database): Promise<void> {
  await makeReachable(db);
  for (const { name, query, reason } of PRODUCERS) {
    if (reason) judge("messages", "reason", (await timed(() => db.query(reason))) / 1000, name);
    let told = 0;
    const telling = await timed(async () => {
      told = Number((await db.query<{ messages: string }>(query))[0]?.messages);
    });
    if (told === 0) throw new Error(`${name}: there was nothing to tell`);
    const counted = `${name}, ${told.toLocaleString("en")} messages in ${telling.toFixed(0)} ms`;
    judge("messages", "produce", ((telling / 1000) * 10_000) / told, counted);
    await db.query("analyze private.messages");
    judge("messages", "nothing", await timed(() => db.query(query)), name);
  }
  const claiming: number[] = [];
  const reporting: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    let claimed: { id: string }[] = [];
    const claim = async () => {
      claimed = await db.query("select id::text from public.claim_messages('email', 500)");
    };
    claiming.push(await timed(claim));
    const reports = JSON.stringify(claimed.map(({ id }) => ({ id: Number(id), outcome: "sent" })));
    reporting.push(await timed(() => db.query("select public.report_messages($1::jsonb)", [reports])));
  }
  judge("messages", "batch", claiming, "claimed");
  judge("messages", "batch", reporting, "reported");
  judge(
    "messages",
    "batch",
    await timed(() => db.query("select * from public.expire_messages()")),
    "expired",
  );
}

/** Every player has a confirmed address, a browser, a missing prediction and a subscription that ends soon. */
async function makeReachable(db: Database): Promise<void> {
  await db.script(`
    set session_replication_role = replica;
    insert into public.admin_settings (setting_key, setting_value) values ('quiet_hours', '00:00-00:00')
      on conflict (setting_key) do update set setting_value = excluded.setting_value;
    update auth.users set email_confirmed_at = now();
    insert into private.push_subscriptions (endpoint, user_id, p256dh, auth)
      select 'https://push.bench.example/' || id, id, 'B' || repeat('A', 86), repeat('A', 22) from public.profiles;
    update public.subscriptions set expires_at = now() + interval '50 hours';
    delete from public.user_predictions p using public.matches m
     where m.id = p.match_id and m.kickoff_at between now() and now() + interval '24 hours';
    delete from private.announcements;
    set session_replication_role = origin;`);
  await db.query("vacuum analyze");
}

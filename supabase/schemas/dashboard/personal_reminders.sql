-- Which members an organiser has written to personally, so that another organiser does not write again.

-- The latest reminder to a member about one thing, by WhatsApp or in the app.
create table private.personal_reminders (
  user_id uuid not null references public.profiles (id) on delete cascade,
  about text not null constraint subject_is_known check (about in ('picks', 'payment')),
  written_at timestamptz not null default clock_timestamp(),
  -- Without a foreign key, as in the audit log.
  written_by uuid,
  forgotten_at timestamptz not null,
  primary key (user_id, about)
);
comment on column private.personal_reminders.forgotten_at is
  'when it no longer counts: the next round needs another one';

-- The reminders that count now, with the organiser's name.
create function private.reminders_about(_about text)
returns table (user_id uuid, written_at timestamptz, written_by text)
language sql stable security definer set search_path = ''
as $$
  select r.user_id, r.written_at, p.full_name
    from private.personal_reminders r left join public.profiles p on p.id = r.written_by
   where r.about = _about and r.forgotten_at > clock_timestamp()
$$;

-- Until when a reminder about missing picks counts: the last lock of the round with the first open match that the
-- member may predict and has not. Null without such a match.
create function private.picks_reminder_ends(_user_id uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  with first as (
    select m.locks_at, m.league
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'upcoming' and m.locks_at > clock_timestamp()
       and private.may_play(_user_id, c, clock_timestamp())
       and not exists (select from public.user_predictions p where p.user_id = _user_id and p.match_id = m.id)
     order by m.locks_at, m.id limit 1
  )
  select greatest(f.locks_at, (select max(n.locks_at) from public.next_rounds() n where n.league = f.league))
    from first f
$$;

-- Notes that an organiser has written to a member about 'picks' or 'payment', or that it was not sent after all. A
-- note about picks counts until the last lock of the round, one about a payment until the last match that is
-- scheduled, and for 30 days at least. Returns when it was written; null if it was not, or if the member misses no
-- picks any more. Raises PT404 for an unknown player and 22023 for another subject. Admins only (SL003), 50 in 5
-- minutes (SL004), audited.
create function public.note_reminder(_user_id uuid, _about text, _is_written boolean default true)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  counts_until timestamptz;
  noted timestamptz;
begin
  perform private.begin_admin_action('note_reminder');
  perform private.require_player(_user_id);
  if coalesce(_about, '') not in ('picks', 'payment') or _is_written is null then
    raise exception 'A reminder is about picks or a payment' using errcode = '22023';
  end if;
  counts_until := case _about
    when 'picks' then private.picks_reminder_ends(_user_id)
    else greatest(clock_timestamp() + interval '30 days',
                  (select max(m.locks_at) from public.matches m where m.status = 'upcoming')) end;
  delete from private.personal_reminders r
   where r.forgotten_at <= clock_timestamp() or (r.user_id = _user_id and r.about = _about and not _is_written);
  if _is_written and counts_until is not null then
    insert into private.personal_reminders as r (user_id, about, written_by, forgotten_at)
    values (_user_id, _about, (select auth.uid()), counts_until)
    on conflict (user_id, about) do update
      set written_at = excluded.written_at, written_by = excluded.written_by, forgotten_at = excluded.forgotten_at
    returning r.written_at into noted;
  end if;
  if noted is not null or not _is_written then
    perform private.write_audit('note_reminder', 'profiles', _user_id::text, null,
                                jsonb_build_object('about', _about, 'is_written', _is_written));
  end if;
  return noted;
end $$;
grant execute on function public.note_reminder(uuid, text, boolean) to authenticated, service_role;

-- Sends a member a reminder in the app and notes it, in one transaction: public.message_member() and
-- public.note_reminder(), whose errors it raises. Admins only (SL003).
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.remind_in_app(_user_id uuid, _about text, _title text, _message text,
                                     _request_key uuid default null)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  done jsonb;
  written timestamptz;
begin
  perform private.require_admin();
  done := private.first_result(_request_key, 'remind_in_app');
  if done is not null then
    return (done #>> '{}')::timestamptz;
  end if;
  perform public.message_member(_user_id, _title, _message);
  written := public.note_reminder(_user_id, _about);
  perform private.keep_result(_request_key, coalesce(to_jsonb(written), 'null'));
  return written;
end $$;
grant execute on function public.remind_in_app(uuid, text, text, text, uuid) to authenticated, service_role;

-- A jackpot pays at least one rupee a subscriber, and never less than nothing. Rows from before stay as they are: readers
-- bring them within these bounds.
alter table public.admin_settings add constraint jackpots_stay_in_bounds
  check (case when setting_key = 'jackpot_display_settings'
              then (setting_value::jsonb ->> 'multiplier')::numeric >= 1
               and (setting_value::jsonb ->> 'deductionPercent')::numeric between 0 and 100
              else true end) not valid;

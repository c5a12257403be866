-- The points of one prediction.

-- The points of a prediction: 3 for the exact score, 1 for the right outcome, otherwise 0.
create function public.calculate_prediction_points(home_prediction integer, away_prediction integer,
                                                   home_score integer, away_score integer)
returns integer
language sql immutable parallel safe
-- No `set search_path`, because PostgreSQL inlines only functions without one, and inlining makes this function almost
-- free (bench/change-points.ts). It uses only built-in operators, which are always found in pg_catalog first.
as $$
  select case
    when $1 = $3 and $2 = $4 then 3
    when sign($1 - $2) = sign($3 - $4) then 1
    else 0
  end
$$;
grant execute on function public.calculate_prediction_points(integer, integer, integer, integer)
  to anon, authenticated, service_role;

-- The points that a stored prediction earns: those of public.calculate_prediction_points(), twice for a double
-- (predictions/doubles.sql). Inlined, as the function above.
create function private.prediction_points(home_prediction integer, away_prediction integer, home_score integer,
                                          away_score integer, is_double boolean)
returns integer
language sql immutable parallel safe
as $$
  select public.calculate_prediction_points($1, $2, $3, $4) * case when $5 then 2 else 1 end
$$;

-- Whether these points are those of a perfect score: 3, or 6 for a double. Inlined, as the functions above.
create function private.is_perfect(points integer) returns boolean
language sql immutable parallel safe
as $$ select $1 in (3, 6) $$;
grant execute on function private.is_perfect(integer) to authenticated, service_role;

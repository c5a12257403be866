set local search_path = pg_catalog;

CREATE TABLE "private"."bar_screen" ("only_row" boolean NOT NULL DEFAULT true, "token" text NOT NULL DEFAULT replace(((gen_random_uuid())::text || gen_random_uuid()), '-'::text, ''::text), "shows_names" boolean NOT NULL DEFAULT true, "made_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "bar_screen_pkey" PRIMARY KEY (only_row), CONSTRAINT "there_is_one_screen" CHECK (only_row));

ALTER TABLE "private"."bar_screen" OWNER TO "postgres";

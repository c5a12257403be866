-- The first pages of leaderboards are read in about half a millisecond, so they are no longer kept.
drop table private.first_pages;

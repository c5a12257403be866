-- Code that is gone.
drop function if exists private.groups_of_export();

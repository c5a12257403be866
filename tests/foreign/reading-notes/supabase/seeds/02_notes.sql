insert into public.notes (owner_id, book, body)
values ('0a4b7e14-5d0f-4c3e-9d51-6c1b8f2f7e01', 'Emma', 'Read again in spring.');

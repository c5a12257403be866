insert into auth.users (id, email) values ('0a4b7e14-5d0f-4c3e-9d51-6c1b8f2f7e01', 'reader@notes.test');

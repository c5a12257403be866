insert into blog.posts (title, state) values ('Hello', 'published'), ('Half an idea', 'draft');

/** Embedding in /rest/v1: every kind of relationship, views included, and the errors for none or several matches. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

describe("embedding", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());

  const select: Library["select"] = (...request) => library.select(...request);
  const refusal: Library["refusal"] = (...request) => library.refusal(...request);

  describe("relates", () => {
    it("to-many and to-one tables, and nested ones", async () => {
      expect(await select("authors", "name,books(title,covers(colour))", 1)).toEqual([
        {
          name: "Ada",
          books: [
            { title: "Engines", covers: { colour: "green" } },
            { title: "Lines", covers: null },
          ],
        },
      ]);
      expect(await select("books", "title,authors(name)", 3)).toEqual([
        { title: "Short", authors: { name: "Ben" } },
      ]);
    });

    it("one-to-one tables by a unique key, from both sides", async () => {
      expect(await select("books", "covers(colour)", 2)).toEqual([{ covers: { colour: "black" } }]);
      const { data } = await library.visitor.from("covers").select("books(title)").eq("book_id", 2);
      expect(data).toEqual([{ books: { title: "Night Train" } }]);
    });

    it("many-to-many tables through their junction, and the junction itself", async () => {
      expect(await select("readers", "name,books!loans(title),loans(days)", 1)).toEqual([
        {
          name: "Ria",
          books: [{ title: "Engines" }, { title: "Night Train" }],
          loans: [{ days: 7 }, { days: 14 }],
        },
      ]);
      expect(await select("books", "readers!loans(name)", 2)).toEqual([
        { readers: [{ name: "Ria" }, { name: "Sam" }] },
      ]);
    });

    it("a table with itself: children with its name or column as a hint, the parent with the column", async () => {
      expect(await select("readers", "name,readers(name)", 1)).toEqual([
        { name: "Ria", readers: [{ name: "Sam" }, { name: "Tam" }] },
      ]);
      expect(await select("readers", "mentees:readers!mentor_id(name,readers(name))", 1)).toEqual([
        {
          mentees: [
            { name: "Sam", readers: [{ name: "Uma" }] },
            { name: "Tam", readers: [] },
          ],
        },
      ]);
      expect(await select("readers", "mentor:mentor_id(name,mentor_id(name))", 4)).toEqual([
        { mentor: { name: "Sam", mentor_id: { name: "Ria" } } },
      ]);
      expect(await refusal("readers", "readers!mentored_by(name)")).toMatchObject({
        status: 400,
        code: "PGRST200",
        message: "Could not find a relationship between 'readers' and 'readers' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'readers' and 'readers' using the hint 'mentored_by' in the schema 'public', but no matches were found.",
        hint: null,
      });
    });

    it("tables by a hint (constraint or column), or by the constraint or column alone", async () => {
      expect(
        await select("letters", "from:readers!letters_sender_id_fkey(name),to:readers!receiver_id(name)", 1),
      ).toEqual([{ from: { name: "Ria" }, to: { name: "Sam" } }]);
      expect(await select("letters", "sender_id(name),letters_receiver_id_fkey(name)", 1)).toEqual([
        { sender_id: { name: "Ria" }, letters_receiver_id_fkey: { name: "Sam" } },
      ]);
      expect(
        await select("readers", "sent:letters!sender_id(text),got:letters_receiver_id_fkey(text)", 1),
      ).toEqual([{ sent: [{ text: "hello" }], got: [{ text: "hello yourself" }] }]);
    });

    it("rows by computed relationships: one, many, or a row that may be all null", async () => {
      expect(
        await select("authors", "name,initials,longest(title),works(title),first_cover(colour)", 2),
      ).toEqual([
        {
          name: "Ben",
          initials: "B",
          longest: { title: "Night Train" },
          works: [{ title: "Night Train" }, { title: "Short" }],
          first_cover: { colour: "black" },
        },
      ]);
      expect(await select("authors", "longest(title),first_cover(*)", 3)).toEqual([
        { longest: null, first_cover: { book_id: null, colour: null } },
      ]);
    });

    it("only tables of the requested schema", async () => {
      const { data } = await library.visitor.schema("archive").from("books").select("id,authors(closed)");
      expect(data).toEqual([{ id: 7, authors: { closed: 1950 } }]);
      expect((await select("books", "authors(name)", 1))?.[0]).toEqual({ authors: { name: "Ada" } });
      expect(await refusal("authors", "secrets(id)")).toMatchObject({ code: "PGRST200" });
      // auth has a table with the same name and a foreign key to it.
      expect(await select("visits", "users(nickname)")).toEqual([{ users: { nickname: "rr" } }]);
      expect(await refusal("users", "users(email)")).toMatchObject({ code: "PGRST200" });
      expect(await refusal("users", "account(email)")).toMatchObject({ code: "PGRST200" });
    });
  });

  describe("relates views", () => {
    it("to tables, tables to views, and views to views, with the views' column names", async () => {
      const { data: toTable } = await library.visitor
        .from("fiction")
        .select("name,authors(name)")
        .eq("book", 2);
      expect(toTable).toEqual([{ name: "Night Train", authors: { name: "Ben" } }]);
      expect(await select("authors", "name,fiction(name)", 2)).toEqual([
        { name: "Ben", fiction: [{ name: "Night Train" }, { name: "Short" }] },
      ]);
      const { data: toView } = await library.visitor.from("fiction").select("writers(name)").eq("book", 3);
      expect(toView).toEqual([{ writers: { name: "Ben" } }]);
    });

    it("based on views, unexposed tables and junctions", async () => {
      const { data } = await library.visitor.from("long_fiction").select("name,authors(name),covers(colour)");
      expect(data).toEqual([{ name: "Night Train", authors: { name: "Ben" }, covers: { colour: "black" } }]);
      expect(await select("open_secrets", "authors(name)")).toEqual([{ authors: { name: "Cyd" } }]);
      const { data: stored } = await library.visitor
        .from("snapshot")
        .select("authors(name),covers(colour)")
        .eq('"book (id)"', 1);
      expect(stored).toEqual([{ authors: { name: "Ada" }, covers: { colour: "green" } }]);
      expect(await select("readers", "books!borrowed(title)", 2)).toEqual([
        { books: [{ title: "Night Train" }] },
      ]);
    });

    it("to functions that return them", async () => {
      const { data } = await library.visitor.rpc("fiction_by", { writer_id: 2 }).select("name,authors(name)");
      expect(data).toEqual([
        { name: "Night Train", authors: { name: "Ben" } },
        { name: "Short", authors: { name: "Ben" } },
      ]);
    });

    it("but not grouped or counted views", async () => {
      expect(await refusal("per_shelf", "books,authors(name)")).toMatchObject({ code: "PGRST200" });
    });
  });

  describe("names", () => {
    it("the candidates when several relationships match", async () => {
      expect(await refusal("letters", "readers(name)")).toEqual({
        status: 300,
        statusText: "Multiple Choices",
        code: "PGRST201",
        message: "Could not embed because more than one relationship was found for 'letters' and 'readers'",
        details: [
          {
            cardinality: "many-to-one",
            embedding: "letters with readers",
            relationship: "letters_receiver_id_fkey using letters(receiver_id) and readers(id)",
          },
          {
            cardinality: "many-to-one",
            embedding: "letters with readers",
            relationship: "letters_sender_id_fkey using letters(sender_id) and readers(id)",
          },
        ],
        hint: "Try changing 'readers' to one of the following: 'readers!letters_receiver_id_fkey', 'readers!letters_sender_id_fkey'. Find the desired relationship in the 'details' key.",
      });
      expect(await refusal("readers", "books(title)")).toMatchObject({
        status: 300,
        details: [
          {
            cardinality: "many-to-many",
            embedding: "readers with books",
            relationship: "borrowed using loans_reader_id_fkey(reader) and loans_book_id_fkey(book)",
          },
          {
            cardinality: "many-to-many",
            embedding: "readers with books",
            relationship: "loans using loans_reader_id_fkey(reader_id) and loans_book_id_fkey(book_id)",
          },
        ],
        hint: "Try changing 'books' to one of the following: 'books!borrowed', 'books!loans'. Find the desired relationship in the 'details' key.",
      });
    });

    it("the most similar name when none matches", async () => {
      expect(await refusal("authors", "book(title)")).toMatchObject({
        status: 400,
        code: "PGRST200",
        details:
          "Searched for a foreign key relationship between 'authors' and 'book' in the schema 'public', but no matches were found.",
        hint: "Perhaps you meant 'books' instead of 'book'.",
      });
      expect(await refusal("authors", "xyzzy(title)")).toMatchObject({ code: "PGRST200", hint: null });
      expect(await refusal("book", "title")).toMatchObject({
        status: 404,
        code: "PGRST205",
        message: "Could not find the table 'public.book' in the schema cache",
        hint: "Perhaps you meant the table 'public.books'",
      });
      expect(await refusal("secrets", "id")).toMatchObject({ code: "PGRST205", hint: null });
    });
  });
});

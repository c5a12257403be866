import { describe, expect, it } from "vitest";
import { splitStatements } from "./sql-statements.ts";

describe("splitStatements", () => {
  it.each([
    ["plain statements", "select 1; select 2;", ["select 1", "select 2"]],
    [
      "a semicolon in a string",
      "select 'a;b', E'it\\';s'; select 2",
      ["select 'a;b', E'it\\';s'", "select 2"],
    ],
    ["a semicolon in a quoted name", 'select ";"; select 2', ['select ";"', "select 2"]],
    [
      "a dollar-quoted body",
      "do $x$ begin; $$;$$ end $x$; select 2",
      ["do $x$ begin; $$;$$ end $x$", "select 2"],
    ],
    ["a parameter beside a dollar quote", "select $1; select 2", ["select $1", "select 2"]],
    ["a line comment", "select 1 -- no; end\n; select 2", ["select 1 -- no; end", "select 2"]],
    [
      "nested block comments",
      "/* a; /* b; */ c; */ select 1; select 2",
      ["/* a; /* b; */ c; */ select 1", "select 2"],
    ],
    [
      "a body in standard SQL",
      "create function f() returns int begin atomic; select case when true then 1 end; end; select 2",
      ["create function f() returns int begin atomic; select case when true then 1 end; end", "select 2"],
    ],
    ["nothing but comments", "-- nothing\n/* here */", []],
  ])("splits %s", (_, script, statements) => {
    expect(splitStatements(script)).toEqual(statements);
  });
});

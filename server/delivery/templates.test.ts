import { expect, test } from "vitest";
import { loadConfig } from "../config/config.ts";
import { fill, loadTemplates, plainText } from "./templates.ts";

const VALUES = { Token: "123456", SiteURL: "https://club.test" };

test("values of a template are escaped in HTML, not in text", () => {
  const values = { ...VALUES, Email: `"a'&<b>"@club.test` };
  expect(fill("{{ .Email }}", values, "html")).toBe("&quot;a&#39;&amp;&lt;b&gt;&quot;@club.test");
  expect(fill("{{.Email}}", values, "text")).toBe(values.Email);
});

test("data of the account is at .Data, and what is unknown is nothing", () => {
  const values = { ...VALUES, Data: { full_name: "Ada", nested: { a: 1 } } };
  expect(fill("Hi {{ .Data.full_name }}{{ .Data.nope }}{{ .Nope }}{{ .Data.nested }}!", values, "text")).toBe(
    "Hi Ada!",
  );
  expect(fill("{{ .constructor }}{{ .Data.constructor }}{{ .Data }}", values, "text")).toBe("");
});

test("a value cannot bring a placeholder of its own", () => {
  expect(fill("{{ .Data.name }}", { ...VALUES, Data: { name: "{{ .Token }}" } }, "text")).toBe(
    "{{ .Token }}",
  );
});

test("a mail's text keeps its links and its code", () => {
  const text = plainText(
    '<style>p{}</style><h1>Hello</h1><p>Go <a href="https://x.test/?a=1&amp;b=2">here</a></p>',
  );
  expect(text).toBe("Hello\nGo here (https://x.test/?a=1&b=2)");
});

test("every template of the club carries what its mail is for", () => {
  const templates = loadTemplates(loadConfig("supabase"));
  for (const [name, { subject, html }] of Object.entries(templates)) {
    expect(subject).not.toBe("");
    expect(html).toContain(name === "reauthentication" ? "{{ .Token }}" : "{{ .ConfirmationURL }}");
  }
});

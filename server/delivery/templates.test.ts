import { expect, test } from "vitest";
import { loadConfig } from "../config/config.ts";
import { fill, loadTemplates, plainText } from "./templates.ts";

const VALUES = { Token: "123456", SiteURL: "https://club.test" };

test("escapes a template's values in HTML, but not in text", () => {
  const values = { ...VALUES, Email: `"a'&<b>"@club.test` };
  expect(fill("{{ .Email }}", values, "html")).toBe("&quot;a&#39;&amp;&lt;b&gt;&quot;@club.test");
  expect(fill("{{.Email}}", values, "text")).toBe(values.Email);
});

test("reads account data from .Data and replaces unknown names by nothing", () => {
  const values = { ...VALUES, Data: { full_name: "Ada", nested: { a: 1 } } };
  expect(fill("Hi {{ .Data.full_name }}{{ .Data.nope }}{{ .Nope }}{{ .Data.nested }}!", values, "text")).toBe(
    "Hi Ada!",
  );
  expect(fill("{{ .constructor }}{{ .Data.constructor }}{{ .Data }}", values, "text")).toBe("");
});

test("does not expand placeholders in values", () => {
  expect(fill("{{ .Data.name }}", { ...VALUES, Data: { name: "{{ .Token }}" } }, "text")).toBe(
    "{{ .Token }}",
  );
});

test("keeps links and codes in the plain text of an email", () => {
  const text = plainText(
    '<style>p{}</style><h1>Hello</h1><p>Go <a href="https://x.test/?a=1&amp;b=2">here</a></p>',
  );
  expect(text).toBe("Hello\nGo here (https://x.test/?a=1&b=2)");
});

test("every template of the club contains what its email is for", () => {
  const templates = loadTemplates(loadConfig("supabase"));
  for (const [name, { subject, html }] of Object.entries(templates)) {
    expect(subject).not.toBe("");
    expect(html).toContain(name === "reauthentication" ? "{{ .Token }}" : "{{ .ConfirmationURL }}");
  }
});

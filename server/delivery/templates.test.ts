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

test("keeps the branch of a condition that applies, as Go does", () => {
  const subject =
    '{{ if eq .Data.language "fr" }}Bonjour {{ .Email }}{{ else if eq .Data.language "mfe" }}Bonzour{{ else }}Hello{{ end }}!';
  const inLanguage = (language: unknown) =>
    fill(subject, { ...VALUES, Email: "a@club.test", Data: { language } }, "text");
  expect(["fr", "mfe", "en", null, undefined, '" }}'].map(inLanguage)).toEqual([
    "Bonjour a@club.test!",
    "Bonzour!",
    "Hello!",
    "Hello!",
    "Hello!",
    "Hello!",
  ]);
  expect(fill('{{- if eq .Email "x" -}}yes{{- end -}}', VALUES, "html")).toBe("");
  expect(fill('{{ if eq .Token "123456" }}yes{{end}}', VALUES, "html")).toBe("yes");
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

const LINK_TYPES = {
  confirmation: "signup",
  recovery: "recovery",
  magic_link: "magiclink",
  email_change: "email_change",
  invite: "invite",
} as const;

test("every link of the club's emails leads to its page, with the token where no server and no log sees it", () => {
  const templates = loadTemplates(loadConfig("supabase"));
  const RedirectTo = "https://club.test/subscriptions?code=1986660&x=(1)#top";
  const values = {
    ...VALUES,
    TokenHash: "abc",
    RedirectTo,
    ConfirmationURL: "https://club.test/auth/v1/verify",
  };
  for (const [name, { subject, html }] of Object.entries(templates)) {
    expect(subject).not.toBe("");
    const links = plainText(fill(html, values, "html")).matchAll(/\((http[^)]+)\)/g);
    const addresses = [...links].map(([, link = ""]) => new URL(link));
    if (name === "reauthentication") {
      expect([addresses, html]).toEqual([[], expect.stringContaining("{{ .Token }}")]);
      continue;
    }
    const type = LINK_TYPES[name as keyof typeof LINK_TYPES];
    expect(addresses.map(({ origin, pathname, search }) => origin + pathname + search)).toEqual([
      "https://club.test/confirm",
    ]);
    expect(Object.fromEntries(new URLSearchParams(addresses[0]?.hash.slice(1)))).toEqual({
      token_hash: "abc",
      type,
      next: RedirectTo,
    });
  }
});

// Source: Go's html/template, "Contexts" in its documentation, and url.go (urlEscaper).
test.each([
  [
    '<a href="{{ .SiteURL }}/c?next={{ .RedirectTo }}">',
    "https://club.test/c?next=https%3A%2F%2Fa.test%2F%3Fb%3D%28%27%29%26c",
  ],
  ["<a class='x' href='/c#next={{ .RedirectTo }}'>", "/c#next=https%3A%2F%2Fa.test%2F%3Fb%3D%28%27%29%26c"],
  ['<img src="/c?a=1&amp;b={{ .RedirectTo }}">', "/c?a=1&amp;b=https%3A%2F%2Fa.test%2F%3Fb%3D%28%27%29%26c"],
  ['<a href="{{ .RedirectTo }}">', "https://a.test/?b=(&#39;)&amp;c"],
  ['<a href="/a&#38;{{ .RedirectTo }}">', "/a&#38;https://a.test/?b=(&#39;)&amp;c"],
  ['<a href="/c?d">{{ .RedirectTo }}', "https://a.test/?b=(&#39;)&amp;c"],
  ['<p title="why? {{ .RedirectTo }}">', "why? https://a.test/?b=(&#39;)&amp;c"],
])("escapes a value for its place in %s", (template, expected) => {
  expect(fill(template, { ...VALUES, RedirectTo: "https://a.test/?b=(')&c" }, "html")).toContain(expected);
});

test("leaves a text unchanged by the rules for links", () => {
  expect(fill("/c?next={{ .RedirectTo }}", { ...VALUES, RedirectTo: "a/b&c" }, "text")).toBe("/c?next=a/b&c");
});

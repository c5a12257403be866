import { describe, expect, it } from "vitest";
import { textsIn } from "./words.ts";

const found = (code: string) => textsIn("page.tsx", code).map(({ text }) => text);

describe("textsIn", () => {
  it.each([
    ["const a = <p>picked</p>;", "picked"],
    ["const a = <p>Times are shown\n  in your zone</p>;", "Times are shown in your zone"],
    ['const a = <p>{isOpen ? "open" : null}</p>;', "open"],
    ['const a = <img alt="crest" />;', "crest"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code with a template
    ["const a = <button aria-label={`Remove ${name}`} />;", "Remove {}"],
    ['const a = <Field note="Up to 20 letters" />;', "Up to 20 letters"],
    ['toast.error("failed");', "failed"],
    ['throw new Error("There is no such group");', "There is no such group"],
    ['const tab = { label: "open", path: "/open" };', "open"],
    ['const kinds = { cash: "Bank transfer" };', "Bank transfer"],
    ['const tile = { name: "Level", className: "level" };', "Level"],
    ['const labels: Record<Kind, string> = { exact: "perfect" };', "perfect"],
    ['const reader = { name: ownName || "You" };', "You"],
    ['const reason = () => "no connection";', "no connection"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code with a template
    ["const line = `${first} and ${second}`;", "{} and {}"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code with a template
    ['const text = `${words.saved} ${isLate ? "too late" : ""}`;', "too late"],
  ])("finds a text in %s", (code, text) => expect(found(code)).toEqual([text]));

  it.each([
    "const a = <p>{words.title} – {count}&nbsp;</p>;",
    'const a = <p className="note warning" id="Picks" data-testid="The list" role="status" />;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code with a template
    "const a = <p className={`note ${isLate ? 'warning now' : ''}`} />;",
    'import { Button } from "./Big Button.tsx";',
    'const isEnter = event.key === "Enter";',
    'switch (name) { case "FA Cup": break; }',
    'const query = client.from("Matches").select("id, home_team_name").order("kick off");',
    'const options = { queryKey: ["club pages", id] };',
    'const fields = { name: "email", label: words.email };',
    'const method = { method: "DELETE", headers: { "Content-Type": "text/plain" } };',
    'const stored = localStorage.getItem("Theme of the page");',
    'type Name = "Premier League" | "FA Cup";',
    'const league = value ?? "Overall";',
    'class LateError extends Error { override name = "LateError"; }',
    'const address = "/matches?competition=all"; const media = "(min-width: 40rem)";',
  ])("finds no text in %s", (code) => expect(found(code)).toEqual([]));

  it("names the line of a text", () => {
    expect(textsIn("page.tsx", "const a = (\n  <p>\n    Late\n  </p>\n);")).toEqual([
      { line: 3, text: "Late" },
    ]);
  });
});

describe("an exception", () => {
  it.each([
    'const size = "large crest"; // not a text: class names',
    '// not a text: class names\nconst size = "large crest";',
    '// not a text: class names\nconst sizes = {\n  large: "large crest",\n  small: "small crest",\n};',
  ])("is made by the comment in %j", (code) => expect(found(code)).toEqual([]));

  it.each([
    ["a comment without a reason", '// not a text:\nconst size = "large crest";'],
    [
      "the comment of another constant",
      '// not a text: a key\nconst key = "a b";\n\nconst size = "large crest";',
    ],
    ["a comment of a function", '// not a text: a key\nfunction size() {\n  return "large crest";\n}'],
  ])("is not made by %s", (_name, code) => expect(found(code)).toEqual(["large crest"]));
});

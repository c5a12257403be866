import { readFileSync } from "node:fs";
import { type Config, pathInside } from "../config/config.ts";
import { escapeHtml } from "../html.ts";

/** The names of email templates in config.toml. */
export type TemplateName =
  | "confirmation"
  | "recovery"
  | "magic_link"
  | "email_change"
  | "reauthentication"
  | "invite";

export interface TemplateValues {
  ConfirmationURL?: string;
  Token: string;
  TokenHash?: string;
  SiteURL: string;
  Email?: string;
  NewEmail?: string;
  RedirectTo?: string;
  /** The name of the token in SMS templates. */
  Code?: string;
  Data?: Readonly<Record<string, unknown>>;
}

export interface Template {
  subject: string;
  html: string;
}

const DEFAULTS: Record<TemplateName, Template> = {
  confirmation: linkTemplate("Confirm your email address", "Follow this link to confirm your email address."),
  recovery: linkTemplate("Reset your password", "Follow this link to choose a new password."),
  magic_link: linkTemplate("Your sign-in link", "Follow this link to sign in."),
  email_change: linkTemplate(
    "Confirm your new email address",
    "Follow this link to confirm the change to {{ .NewEmail }}.",
  ),
  reauthentication: { subject: "Confirm that it is you", html: "<p>Enter this code: {{ .Token }}</p>" },
  invite: linkTemplate("You have been invited", "Follow this link to accept the invitation."),
};

/**
 * Loads each email's template from the file or text that config.toml names, else a default. Throws if a file is
 * missing.
 */
export function loadTemplates(config: Config): Record<TemplateName, Template> {
  const templates = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS) as TemplateName[]) {
    const setting = config.auth.email.template[name];
    if (!setting) continue;
    const file = setting.content_path;
    const html = file ? readFileSync(pathInside(config.dir, file), "utf8") : setting.content;
    templates[name] = {
      subject: setting.subject ?? DEFAULTS[name].subject,
      html: html ?? DEFAULTS[name].html,
    };
  }
  return templates;
}

/**
 * Replaces `{{ .Name }}` and `{{ .Data.name }}`, and keeps the part of `{{ if eq .Data.name "value" }}` that applies: what
 * Supabase documents of Go's templates for emails. Unless
 * `as` is "text", values are escaped for their place as Go's html/template does: for HTML, and in the query or fragment of
 * a link also for the URL. Unknown names become empty.
 */
export function fill(source: string, values: TemplateValues, as: "html" | "text"): string {
  const template = withoutConditions(source, values);
  return template.replace(
    /\{\{-?\s*\.(Data\.)?(\w+)\s*-?\}\}/g,
    (_, inData: string | undefined, name: string, offset: number) => {
      const text = valueNamed(values, inData !== undefined, name);
      if (as === "text") return text;
      return isInUrlParameter(template.slice(0, offset)) ? escapeUrlParameter(text) : escapeHtml(text);
    },
  );
}

/** The value of `.Data.name` or `.Name`; empty for an unknown name. */
function valueNamed(values: TemplateValues, isInData: boolean, name: string): string {
  const source: Readonly<Record<string, unknown>> = isInData
    ? (values.Data ?? {})
    : { ...values, Data: undefined };
  const value = Object.hasOwn(source, name) ? source[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const CONDITION = /\{\{-?\s*if ([\s\S]*?)\{\{-?\s*end\s*-?\}\}/g;
const BRANCH = /\{\{-?\s*else(?: if )?/;
const TEST = /^eq \.(Data\.)?(\w+) "([^"]*)"\s*-?\}\}/;

/** `{{ if eq .Data.name "a" }}A{{ else if eq .Data.name "b" }}B{{ else }}C{{ end }}` becomes A, B or C. */
function withoutConditions(template: string, values: TemplateValues): string {
  return template.replace(CONDITION, (_, inside: string) => {
    for (const branch of inside.split(BRANCH)) {
      const [test = "", inData, name = "", value] = TEST.exec(branch) ?? [];
      if (test !== "" && valueNamed(values, inData !== undefined, name) === value)
        return branch.slice(test.length);
      const [otherwise] = /^\s*-?\}\}/.exec(branch) ?? [];
      if (otherwise !== undefined) return branch.slice(otherwise.length);
    }
    return "";
  });
}

/** True if the template continues in the query or fragment of an attribute with a URL. */
function isInUrlParameter(before: string): boolean {
  const attribute = /\s(?:href|src|action)\s*=\s*(?:"([^"]*)|'([^']*))$/i.exec(before);
  const url = attribute?.[1] ?? attribute?.[2] ?? "";
  // Character references such as &#38; contain a #, too.
  return /[?#]/.test(url.replace(/&#?\w+;/g, ""));
}

/** Also escapes the characters !'()*, which encodeURIComponent keeps and Go does not. */
function escapeUrlParameter(text: string): string {
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  // Buffer replaces lone surrogates, for which encodeURIComponent throws.
  return encodeURIComponent(Buffer.from(text).toString()).replace(/[!'()*]/g, percent);
}

/** Converts an email's HTML to text, with links in parentheses after their text. */
export function plainText(html: string): string {
  return html
    .replace(/<(style|head)[\s\S]*?<\/\1>/gi, "")
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, "$2 ($1)")
    .replace(/<(br|\/p|\/h\d|\/tr|\/div)[^>]*>/gi, "\n")
    .replace(/<[^>]+>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function linkTemplate(subject: string, sentence: string): Template {
  return {
    subject,
    html: `<h2>${subject}</h2><p>${sentence}</p><p><a href="{{ .ConfirmationURL }}">${subject}</a></p>`,
  };
}

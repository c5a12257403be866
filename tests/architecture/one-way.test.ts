/**
 * What the page does in one way only. Every form is a `Form` and every act is started by `useAct`, which ignores the
 * second press of a double click at once: a button that is disabled by state alone accepts it until the next render. Every page
 * has its frame, focus and title from `Page`. Each query of a member's pages says in its `meta` whether its answer is kept on the
 * device: one that is forgotten would be missing without a connection, and nothing else would say so. The fields of an edit, which two
 * organisers may make at once, are in a file of rules.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const rules: readonly { says: string; pattern: RegExp; only: readonly string[] | RegExp }[] = [
  {
    says: "use Page of web/session/page.tsx",
    pattern: /\bid="main"|\bdocument\.title\s*=(?!=)/,
    only: ["web/session/page.tsx"],
  },
  { says: "use Form of web/ui/forms/form.tsx", pattern: /<form\b/, only: ["web/ui/forms/form.tsx"] },
  {
    says: "use useAct of web/backend/queries/use-act.ts",
    pattern: /\buseMutation\s*[<(]|\bnew MutationObserver\s*[<(]/,
    only: ["web/backend/queries/use-act.ts"],
  },
  {
    says: "use useAct of web/backend/queries/use-act.ts instead of a state",
    pattern: /\[(?:pending|busy|sending|saving|running|working|submitting), set\w+\] = useState\(false\)/i,
    only: ["web/browser/use-single-run.ts"],
  },
  {
    says: "use useAct of web/backend/queries/use-act.ts for what changes something",
    pattern: /(?<!function )\buseSingleRun\(/,
    only: ["web/ui/forms/download-button.tsx", "web/ui/loading/load-more-button.tsx"],
  },
  {
    says: "use lazySection or lazyOptional of web/ui/loading, which survive a release",
    pattern: /(?<![.\w])lazy\s*[<(]/,
    only: /^web\/ui\/loading\/lazy-\w+\.tsx$/,
  },
  {
    says: "list the fields of an edit in a file *-rules.ts",
    pattern: /\bfield\b[^}]*\} from "[^"]*edits\/save-edit\.ts"|\bEditField<\w+>\[\] =/,
    only: /-rules\.ts$/,
  },
];

const sources = readdirSync("web", { recursive: true, encoding: "utf8" })
  .map((file) => `web/${file.replaceAll("\\", "/")}`)
  .filter((file) => /\.tsx?$/.test(file));

const isIn = (only: readonly string[] | RegExp, path: string) =>
  only instanceof RegExp ? only.test(path) : only.includes(path);

/** What is wrong with a source file, in words. */
function problemsOf(path: string, code: string): string[] {
  return rules
    .filter(({ pattern, only }) => pattern.test(code) && !isIn(only, path))
    .map(({ says }) => `${path}: ${says}`);
}

it.each([
  '<main className={wide} id="main">',
  "document.title = brand;",
  "<form onSubmit={send}>",
  "const save = useMutation({ mutationFn: send });",
  "const save = useMutation<void, Error>({ mutationFn: send });",
  "const [pending, setPending] = useState(false);",
  "const [saving, setSaving] = useState(false);",
  "const { pending, run } = useSingleRun(send);",
  "const ImportDialog = lazy(load);",
  'import { field, type Loaded } from "../../backend/edits/save-edit.ts";',
  "const editFields: readonly EditField<Values>[] = [];",
])("finds %s", (code) => {
  expect(problemsOf("web/features/groups/new.tsx", code)).toHaveLength(1);
});

it.each([
  "<Form onSubmit={send}>",
  "const save = useAct({ act: send });",
  "<fieldset form={id}>",
  'import type { EditField, Loaded } from "../../backend/edits/save-edit.ts";',
  "lazy: () => import(path),",
])("accepts %s", (code) => {
  expect(problemsOf("web/features/groups/new.tsx", code)).toEqual([]);
});

it("no source does it in another way", () => {
  expect(sources.flatMap((file) => problemsOf(file, readFileSync(file, "utf8")))).toEqual([]);
});

const beginning = /\b(?:infiniteQ|q)ueryOptions\(\{/g;
const withMeta = /\b(?:infiniteQ|q)ueryOptions\(\{\n(?: +(?!queryFn)\S.*\n)*? +meta: /g;

function queriesWithoutMeta(code: string): number {
  return [...code.matchAll(beginning)].length - [...code.matchAll(withMeta)].length;
}

it("finds a query without it, also between others", () => {
  const query = (meta: string) => `queryOptions({\n    queryKey: ["a"],\n${meta}    queryFn: load,\n  });\n`;
  const kept = "    meta: onDevice,\n";
  expect(queriesWithoutMeta(query(kept))).toBe(0);
  expect(queriesWithoutMeta(query("") + query(kept) + query(""))).toBe(2);
});

it("every query of a member's pages has it", () => {
  const files = sources.filter((path) => !path.startsWith("web/features/admin/"));
  const found = files.filter((path) => queriesWithoutMeta(readFileSync(path, "utf8")) > 0);
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

/**
 * Every form is a `Form` and every act is started by `useAct` or `useSingleRun`, which ignore the second press of a double
 * click at once. A button that is disabled by state alone accepts it until the next render.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const rules: readonly { says: string; pattern: RegExp; only: readonly string[]; except?: RegExp }[] = [
  { says: "use Form of web/ui/forms/form.tsx", pattern: /<form\b/, only: ["web/ui/forms/form.tsx"] },
  {
    says: "use useAct of web/backend/queries/use-act.ts",
    pattern: /\buseMutation\s*[<(]|\bnew MutationObserver\s*[<(]/,
    only: ["web/backend/queries/use-act.ts"],
  },
  {
    says: "use useSingleRun of web/browser/use-single-run.ts",
    pattern: /\[(?:pending|busy|sending|saving|running|working|submitting), set\w+\] = useState\(false\)/i,
    only: ["web/browser/use-single-run.ts"],
    except: /<Form\b/,
  },
];

/** What is wrong with a source file, in words. A `Form` ignores presses while its function runs, so it may have a state. */
function problemsOf(path: string, code: string): string[] {
  return rules
    .filter(({ pattern, only, except }) => pattern.test(code) && !except?.test(code) && !only.includes(path))
    .map(({ says }) => `${path}: ${says}`);
}

it.each([
  "<form onSubmit={send}>",
  "const save = useMutation({ mutationFn: send });",
  "const save = useMutation<void, Error>({ mutationFn: send });",
  "const [pending, setPending] = useState(false);",
  "const [saving, setSaving] = useState(false);",
])("finds %s", (code) => {
  expect(problemsOf("web/features/groups/new.tsx", code)).toHaveLength(1);
});

it.each(["<Form onSubmit={send}>", "const save = useAct({ act: send });", "<fieldset form={id}>"])(
  "accepts %s",
  (code) => {
    expect(problemsOf("web/features/groups/new.tsx", code)).toEqual([]);
  },
);

it("no source starts an act in another way", () => {
  const sources = readdirSync("web", { recursive: true, encoding: "utf8" })
    .map((file) => `web/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.tsx?$/.test(file));
  expect(sources.flatMap((file) => problemsOf(file, readFileSync(file, "utf8")))).toEqual([]);
});

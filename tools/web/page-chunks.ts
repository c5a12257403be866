/**
 * Which modules of the page share a file. The rules follow the import graph and name only folders and libraries, so that a
 * new or renamed module needs no change here.
 */
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** A library, or those of its modules whose path matches `files`. */
type Library = string | { name: string; files: RegExp };

/** A rule takes the modules of its `folders`, of its `libraries` and those that `later` reaches. Folders are in `web/`. */
export interface Rule {
  chunk: string;
  /** Takes stylesheets instead of code. */
  styles?: true;
  /** Takes only what the entry and Home need, which Rolldown knows exactly. Without a folder or library: all of it. */
  first?: true;
  folders?: string[];
  /** The modules of `folders` that import this library, themselves or through others. */
  needing?: string;
  /** The modules of `folders` that do not. */
  without?: string;
  libraries?: Library[] | "all";
  /** The modules in these folders that the frame and Home load lazily, those in Home's folder that these load, and all their static imports. */
  later?: string[];
  /** Takes nothing of these folders. */
  except?: string[];
  /** The least number of pages and other lazily loaded modules that share a module. */
  sharedBy?: number;
}

/** Home, which most visits open first. */
const FIRST_PAGE = "features/home";
const OVERLAYS = "@base-ui/react";
const REALTIME = "@supabase/realtime-js";

/** A module belongs to the first rule that takes it, and brings what it imports and no earlier rule has taken. */
export const RULES: readonly Rule[] = [
  // One stylesheet for all player pages, because each later one makes the browser restyle the whole page.
  { chunk: "styles", styles: true, except: ["features/admin"] },
  // Changes only with the lockfile.
  { chunk: "platform", first: true, libraries: "all" },
  { chunk: "shell", first: true, sharedBy: 2 },
  // Loads after the first page, with realtime-js.
  { chunk: "live", folders: ["backend/live"], needing: REALTIME, sharedBy: 2 },
  // What the frame and Home load next.
  {
    chunk: "next",
    later: ["app", FIRST_PAGE],
    libraries: [
      { name: "@tanstack/react-query", files: /infinite/i },
      { name: "@tanstack/query-core", files: /infinite/i },
    ],
    except: ["features/admin", "features/matches", "features/leaderboard", "ui/forms"],
    sharedBy: 2,
  },
  // What Matches and the leaderboard list, with the icons of several pages.
  {
    chunk: "lists",
    later: ["features/matches", "features/leaderboard"],
    libraries: ["lucide-react"],
    except: [
      "features/admin",
      "features/matches",
      "features/leaderboard",
      "football/leaderboard",
      "ui/forms",
    ],
    sharedBy: 2,
  },
  // What many pages also need: form fields, saving and tables.
  {
    chunk: "forms",
    folders: ["backend", "browser", "football", "session", "ui"],
    without: OVERLAYS,
    // What many pages of organisers share and no other page needs, and what only forms of accounts need.
    except: [
      "backend/sentences",
      "backend/accounts",
      "backend/edits",
      "football/leaderboard",
      "session/accounts",
      "session/password",
    ],
    sharedBy: 14,
  },
  { chunk: "predictions", folders: ["features/matches"], sharedBy: 2 },
  { chunk: "board", folders: ["features/leaderboard", "football/leaderboard"], sharedBy: 2 },
];

/** The chunks that every page has loaded before it imports another. */
export const FIRST_CHUNKS = ["rolldown-runtime", "platform", "shell", "styles"];

type Graph = (
  id: string,
) => Pick<Rolldown.ModuleInfo, "importedIds" | "dynamicallyImportedIds" | "dynamicImporters"> | null;

/** Applies the rules to a module graph. `web`: the absolute path of the page's sources. */
export class Chunks {
  readonly #web: string;
  readonly #graph: Graph;
  readonly #entries: readonly string[];
  readonly #later = new Map<Rule, ReadonlySet<string>>();
  readonly #needs = new Map<string, boolean>();

  constructor(web: string, entries: readonly string[], graph: Graph) {
    this.#web = web;
    this.#entries = entries;
    this.#graph = graph;
  }

  /** A module that is also imported lazily keeps a file for itself: in a chunk it would cost a file that only re-exports it. */
  takes(rule: Rule, id: string): boolean {
    if (this.#isIn(rule.except, id) || id.endsWith(".css") !== (rule.styles ?? false)) return false;
    if (rule.styles) return this.#isOwn(id);
    if (this.#isOwn(id) && this.#graph(id)?.dynamicImporters.length) return false;
    if (rule.first && !rule.libraries) return true;
    if (rule.libraries === "all") return isLibrary(id);
    return (
      rule.libraries?.some((library) => isOf(library, id)) ||
      this.#isInFolders(rule, id) ||
      this.#laterOf(rule).has(id)
    );
  }

  #isInFolders({ folders, needing, without }: Rule, id: string): boolean {
    if (!this.#isIn(folders, id)) return false;
    if (needing) return this.#doesNeed(id, needing);
    return !without || !this.#doesNeed(id, without);
  }

  #laterOf(rule: Rule): ReadonlySet<string> {
    let found = this.#later.get(rule);
    if (!found) {
      const lazy = new Set(this.#loadedBy(this.#entries, rule.later));
      // A set also visits what is added on the way.
      for (const id of lazy) for (const next of this.#loadedBy([id], [FIRST_PAGE])) lazy.add(next);
      found = this.#reachedFrom([...lazy]);
      this.#later.set(rule, found);
    }
    return found;
  }

  /** What these modules load lazily from these folders. */
  #loadedBy(ids: readonly string[], folders: readonly string[] | undefined): string[] {
    const lazy = [...this.#reachedFrom(ids)].flatMap((id) => this.#graph(id)?.dynamicallyImportedIds ?? []);
    return lazy.filter((id) => this.#isIn(folders, id) && !this.#entries.includes(id));
  }

  #doesNeed(id: string, library: string): boolean {
    const key = `${library} ${id}`;
    let needed = this.#needs.get(key);
    if (needed === undefined) {
      const imported = [...this.#reachedFrom([id])].flatMap((each) => this.#graph(each)?.importedIds ?? []);
      needed = imported.some((each) => isOf(library, each));
      this.#needs.set(key, needed);
    }
    return needed;
  }

  /** The project's modules that these import statically, with themselves. */
  #reachedFrom(ids: readonly string[]): ReadonlySet<string> {
    const found = new Set(ids);
    // A set also visits what is added on the way.
    for (const id of found)
      for (const imported of this.#graph(id)?.importedIds ?? [])
        if (this.#isOwn(imported)) found.add(imported);
    return found;
  }

  #isOwn(id: string): boolean {
    return id.startsWith(`${dirname(this.#web)}/`) && !isLibrary(id);
  }

  #isIn(folders: readonly string[] | undefined, id: string): boolean {
    return folders?.some((folder) => id.startsWith(`${this.#web}/${folder}/`)) ?? false;
  }
}

function isLibrary(id: string): boolean {
  return id.includes("/node_modules/");
}

function isOf(library: Library, id: string): boolean {
  const { name, files } = typeof library === "string" ? { name: library, files: /./ } : library;
  const path = id.split(`/node_modules/${name}/`)[1];
  return path !== undefined && files.test(path);
}

/** The folders and libraries of these rules that have none of the modules `ids`. */
export function unknownNames(rules: readonly Rule[], web: string, ids: readonly string[]): string[] {
  const folders = rules.flatMap(({ folders, later, except }) =>
    [folders, later, except].flatMap((of) => of ?? []),
  );
  const libraries = rules.flatMap(({ libraries, needing, without }) => [
    ...(libraries === "all" ? [] : (libraries ?? [])),
    ...[needing, without].filter((name) => name !== undefined),
  ]);
  return [
    ...folders
      .filter((folder) => !ids.some((id) => id.startsWith(`${web}/${folder}/`)))
      .map((folder) => `the folder web/${folder}`),
    ...libraries
      .filter((library) => !ids.some((id) => isOf(library, id)))
      .map(
        (library) =>
          `the library ${typeof library === "string" ? library : `${library.name} (${library.files})`}`,
      ),
  ];
}

/** Splits the page by the rules. The build fails if a rule takes no module, or names what the page does not have. */
export function pageChunks(rules: readonly Rule[] = RULES): Plugin {
  let web = "";
  let entries: string[] = [];
  let chunks: Chunks;
  return {
    name: "page-chunks",
    apply: (config, { command }) => command === "build" && !config.build?.ssr,
    config(config) {
      const root = resolve(config.root ?? "");
      const pages = readdirSync(join(root, FIRST_PAGE)).filter((file) => file.endsWith("-page.tsx"));
      // As an entry, Home's needs are known to Rolldown as exactly as those of index.html.
      const input = Object.fromEntries([
        ["index", join(root, "index.html")],
        ...pages.map((file) => [file.replace(".tsx", ""), join(root, FIRST_PAGE, file)]),
      ]);
      const groups = rules.map(
        (rule): Rolldown.CodeSplittingGroup => ({
          name: rule.chunk,
          test: (id) => chunks.takes(rule, id),
          ...(rule.first ? { tags: ["$initial" as const] } : {}),
          ...(rule.sharedBy ? { minShareCount: rule.sharedBy } : {}),
        }),
      );
      // Home is named like every other page.
      const output = { entryFileNames: "assets/[name]-[hash:7].js", codeSplitting: { groups } };
      return { build: { rolldownOptions: { input, output } } };
    },
    configResolved(config) {
      web = config.root;
      // Ids of modules have slashes on every system.
      const files = Object.values(config.build.rolldownOptions.input as Record<string, string>);
      entries = files.map((file) => file.replaceAll("\\", "/"));
    },
    buildEnd(error) {
      if (error) return;
      chunks = new Chunks(web, entries, (id) => this.getModuleInfo(id));
      const unknown = unknownNames(rules, web, [...this.getModuleIds()]);
      if (unknown.length > 0)
        this.error(`The rules for chunks name what the page does not have: ${unknown.join(", ")}`);
    },
    generateBundle(_options, bundle) {
      const built = Object.values(bundle).map((file) =>
        file.type === "chunk" ? file.name : (file.names[0] ?? "").replace(/\.css$/, ""),
      );
      const missing = rules.map(({ chunk }) => chunk).filter((name) => !built.includes(name));
      if (missing.length > 0) this.error(`The rules for these chunks take no module: ${missing.join(", ")}`);
    },
  };
}

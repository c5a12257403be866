/** Finds the CSS classes that stylesheets define and components use, for styles.test.ts. */
import { posix } from "node:path";
import postcss from "postcss";
import ts from "typescript";

/** Source code by its path from the project's root. */
export type Sources = Readonly<Record<string, string>>;

const SHARED_FOLDERS = ["session", "football", "ui"];

/** The folder that owns a file: `ui`, `football`, `session`, `app`, or `features/NAME`. */
function ownerOf(file: string): string {
  const [, folder = "", feature = ""] = file.split("/");
  if (folder === "features") return `features/${feature}`;
  return SHARED_FOLDERS.includes(folder) ? folder : "app";
}

/** True if a file of folder `from` may use the stylesheets of folder `to`: the same order as for imports of code. */
function reaches(from: string, to: string): boolean {
  if (from === to || from === "app") return true;
  if (from.startsWith("features/")) return SHARED_FOLDERS.includes(to);
  return SHARED_FOLDERS.indexOf(to) > SHARED_FOLDERS.indexOf(from);
}

/** A class and the file in which it stands. */
interface Place {
  name: string;
  file: string;
}

/** The classes in the selectors of every stylesheet. */
function definedIn(sources: Sources): Place[] {
  return filesOf(sources, /\.css$/).flatMap(([file, css]) => {
    const names = new Set<string>();
    postcss.parse(css).walkRules(({ selector }) => {
      const plain = selector.replace(/\[[^\]]*\]/g, "");
      for (const [, name = ""] of plain.matchAll(/\.(-?[a-z_][\w-]*)/gi)) names.add(name);
    });
    return [...names].map((name) => ({ name, file }));
  });
}

/** The classes in the components and pages. */
function usedIn(sources: Sources): Place[] {
  return filesOf(sources, /\.(tsx?|js|html)$/).flatMap(([file, code]) =>
    [...classesIn(file, code).names].map((name) => ({ name, file })),
  );
}

/** Classes that no stylesheet within reach defines, as "file: class". */
export function undefinedClasses(sources: Sources): string[] {
  const defined = ownersByName(definedIn(sources));
  return usedIn(sources)
    .filter(({ name, file }) => !defined.get(name)?.some((owner) => reaches(ownerOf(file), owner)))
    .map(({ name, file }) => `${file}: ${name}`);
}

/**
 * Classes that no component uses, as "file: class". A stylesheet may also adjust a class of a folder within its reach, as
 * `.cover .btn` does.
 */
export function unusedClasses(sources: Sources): string[] {
  const used = ownersByName(usedIn(sources));
  return definedIn(sources)
    .filter(({ name, file }) => {
      const owner = ownerOf(file);
      const isUsed = used.get(name)?.some((user) => reaches(user, owner) || reaches(owner, user));
      return !isUsed;
    })
    .map(({ name, file }) => `${file}: ${name}`);
}

/** Classes that several features define and no shared stylesheet does: the rules of one would apply in the other. */
export function classesOfSeveralFeatures(sources: Sources): string[] {
  return [...ownersByName(definedIn(sources))]
    .filter(([, owners]) => owners.filter((owner) => owner.startsWith("features/")).length > 1)
    .filter(([, owners]) => !owners.some((owner) => SHARED_FOLDERS.includes(owner)))
    .map(([name, owners]) => `${name}: ${owners.join(", ")}`);
}

/** Imports of a stylesheet that belongs to another feature, or to a folder above, as "file: stylesheet". */
export function foreignStylesheets(sources: Sources): string[] {
  return filesOf(sources, /\.(tsx?|css)$/).flatMap(([file, code]) =>
    [...code.matchAll(/import\s*\(?\s*["'](\.[^"']+\.css)["']/g)]
      .map(([, path = ""]) => posix.join(posix.dirname(file), path))
      .filter((stylesheet) => !reaches(ownerOf(file), ownerOf(stylesheet)))
      .map((stylesheet) => `${file}: ${stylesheet}`),
  );
}

/** Class names that are put together from parts, which no check could find, as "file: expression". */
export function unreadableClasses(sources: Sources): string[] {
  return filesOf(sources, /\.(tsx?|js)$/).flatMap(([file, code]) =>
    classesIn(file, code).unreadable.map((expression) => `${file}: ${expression}`),
  );
}

interface Found {
  names: Set<string>;
  unreadable: string[];
}

function classesIn(file: string, code: string): Found {
  const found: Found = { names: new Set(), unreadable: [] };
  // HTML in a page or in a string of code.
  for (const [, names = ""] of code.matchAll(/\sclass="([^"]*)"/g)) addNames(names, found);
  if (file.endsWith(".html")) return found;
  const visit = (node: ts.Node): void => {
    const expression = classExpressionOf(node);
    if (expression) readClasses(expression, found);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return found;
}

/** The expression of a class: an attribute, a default, an assignment, or a record whose name ends in `Classes`. */
function classExpressionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isJsxAttribute(node)) return isClassProperty(node.name) ? node.initializer : undefined;
  if (ts.isPropertyAssignment(node) || ts.isBindingElement(node) || ts.isVariableDeclaration(node))
    return isClassProperty(node.name) ? node.initializer : undefined;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return ts.isPropertyAccessExpression(node.left) && isClassProperty(node.left.name)
      ? node.right
      : undefined;
  return undefined;
}

function isClassProperty(name: ts.Node | undefined): boolean {
  return name !== undefined && /^(?:class(?:Name|Names)|\w+Classes)$/.test(name.getText());
}

/** Collects the whole names of an expression; any other part of it is unreadable. */
function readClasses(node: ts.Node, found: Found): void {
  const parts = partsOf(node);
  if (parts) for (const part of parts) readClasses(part, found);
  else if (ts.isStringLiteralLike(node)) addNames(node.text, found);
  else if (ts.isTemplateExpression(node)) readTemplate(node, found);
  else if (!isPassedOn(node)) found.unreadable.push(node.getText());
}

/** The expressions of which one gives the class; undefined if the node is such an expression itself. */
function partsOf(node: ts.Node): readonly ts.Node[] | undefined {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isObjectLiteralExpression(node)) return node.properties;
  if (ts.isPropertyAssignment(node)) return [node.initializer];
  if (ts.isJsxExpression(node)) return node.expression ? [node.expression] : [];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return [node.expression];
  return undefined;
}

/** True for a class that is checked where it is written: the prop `className`, or an entry of a `…Classes` record. */
function isPassedOn(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return node.text === "undefined" || isClassProperty(node);
  if (ts.isPropertyAccessExpression(node)) return isClassProperty(node.name) || isPassedOn(node.expression);
  return ts.isElementAccessExpression(node) && isClassProperty(node.expression);
}

/** A template is readable if white space separates its expressions from its text. */
function readTemplate(node: ts.TemplateExpression, found: Found): void {
  const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  const isWhole = texts.every(
    (text, at) =>
      text === "" || ((at === 0 || /^\s/.test(text)) && (at === texts.length - 1 || /\s$/.test(text))),
  );
  if (!isWhole) {
    found.unreadable.push(node.getText());
    return;
  }
  for (const text of texts) addNames(text, found);
  for (const { expression } of node.templateSpans) readClasses(expression, found);
}

function addNames(text: string, found: Found): void {
  for (const name of text.split(/\s+/)) if (name !== "") found.names.add(name);
}

function ownersByName(places: readonly Place[]): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const { name, file } of places)
    owners.set(name, [...new Set([...(owners.get(name) ?? []), ownerOf(file)])]);
  return owners;
}

function filesOf(sources: Sources, pattern: RegExp): [file: string, code: string][] {
  return Object.entries(sources).filter(([file]) => pattern.test(file));
}

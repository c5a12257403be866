/**
 * Finds the texts of the page that are written in the code instead of in a catalogue of `words/`. Any text that looks
 * like words counts, unless its place says that it is data. `// not a text: WHY` before it, or on its line, makes an
 * exception.
 */
import ts from "typescript";

/** A text in a file. `{}` takes the place of the expressions of a template. */
export interface Text {
  line: number;
  text: string;
}

type TextNode = ts.JsxText | ts.StringLiteralLike | ts.TemplateExpression;

/** Attributes and properties that are read or heard: any letter in them is a text. */
const READ =
  set(`aria-label aria-description aria-roledescription aria-valuetext alt ariaLabel ariaValueText caption
  confirm description done empty endHint explanation failed failure heading hint keep label lead legend message
  namePlaceholder placeholder problem save says sent submit submitLabel subtitle success summary text title word`);

/** Objects whose values are texts: `labels`, `stepTitles`. */
const READ_CONSTANT = /(?:label|title|hint)s$/i;

/** Attributes and properties that are never read. */
const DATA =
  set(`accept align alignmentBaseline as autoCapitalize autoComplete border captionLayout className classNames
  content crossOrigin d data dateTime decoding display encType enterKeyHint fill font fontFamily for form gap height hotkey href
  htmlFor icon id inputMode inset key kind league lang margin mode padding path pathname pattern points
  preserveAspectRatio queryKey rel role rootMargin sandbox scope size src srcSet stroke style target textAnchor tag
  transform transition type variant viewBox width aria-controls aria-current aria-describedby aria-haspopup aria-invalid
  aria-labelledby aria-live aria-owns aria-relevant aria-sort`);

/** Functions whose arguments are data: queries, storage, the document, comparisons of texts. */
const DATA_CALLS =
  set(`addEventListener removeEventListener append closest createElement createElementNS delete
  dispatchEvent endsWith eq filter from get getAll getElementById getItem getPropertyValue has hasAttribute import in
  includes indexOf invoke is lastIndexOf localeCompare lt gt lte gte match matches matchMedia neq not on or order padEnd padStart
  querySelector querySelectorAll removeAttribute removeItem replace replaceAll resolve rpc schema select set setAttribute
  setItem setProperty split startsWith test toLocaleString ts useId Blob BroadcastChannel CustomEvent DateTimeFormat Event
  NumberFormat RegExp URL URLSearchParams Worker Collator debug`);

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.InKeyword,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.GreaterThanToken,
]);

/** Codes (`GET`, `PASSWORD_RECOVERY`), HTTP headers, addresses, media queries and values of CSS. */
const CODES =
  /^[A-Z0-9_]+$|^[A-Z]\w*Error$|^Bearer |^M[\d.{]|^[A-Z]\w+(-[A-Z]\w+)+$|^\S*[/@:]\S*$|^\(|\b(?:var|calc|url|translate|rgb)\(|^[\d.]+(?:px|ms|s|rem)\b/;

/** The name of all competitions together in queries and their keys. */
const ALL_COMPETITIONS = "Overall";

const MARK = /(?:\/\/|\/\*) not a text: \S/;

const LETTER = /\p{L}/u;

/** The texts of a TypeScript or TSX file that no catalogue has. */
export function textsIn(file: string, code: string): Text[] {
  const source = parse(file, code);
  return textNodesIn(source).map((node) => ({ line: lineOf(node), text: textOf(node) }));
}

/** Parses a file so that every node knows its parent. */
export function parse(file: string, code: string): ts.SourceFile {
  return ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true);
}

/** The nodes of the texts, in the order of the file. */
export function textNodesIn(source: ts.Node): TextNode[] {
  const marked = markedLines(source.getSourceFile().text);
  const found: TextNode[] = [];
  const visit = (node: ts.Node): void => {
    if (isTextNode(node) && isShown(node) && !isExcepted(node, marked)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What a node says, without the spaces around it. */
export function textOf(node: TextNode): string {
  if (!ts.isTemplateExpression(node)) return node.text.trim().replace(/\s+/g, " ");
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return parts.join("{}").trim();
}

function isTextNode(node: ts.Node): node is TextNode {
  return ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function isShown(node: TextNode): boolean {
  const text = textOf(node);
  if (!LETTER.test(text.replace(/\{\}|&\w+;/g, ""))) return false;
  if (ts.isJsxText(node)) return true;
  const place = placeOf(node);
  return place === "read" || (place === "unknown" && looksLikeWords(text));
}

/** True for a sentence, several words, or one word with a capital letter. */
function looksLikeWords(text: string): boolean {
  return text !== ALL_COMPETITIONS && !CODES.test(text) && (/\S\s+\S/u.test(text) || /^\p{Lu}/u.test(text));
}

/** Climbs from a literal to the attribute, property, call or comparison that it is for. */
function placeOf(node: ts.Node): "read" | "data" | "unknown" {
  for (let at = node, { parent } = node; parent; at = parent, { parent } = parent) {
    if (ts.isJsxAttribute(parent)) return named(parent.name.getText());
    if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return "read";
    if (ts.isPropertyDeclaration(parent)) return named(parent.name.getText());
    if (ts.isPropertyAssignment(parent)) return parent.name === at ? "data" : namedOrAround(parent);
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
      if (parent.expression === at) continue;
      return calledWith(parent);
    }
    if (isDataPlace(parent, at)) return "data";
    if (ts.isObjectLiteralExpression(at) && isConstantWithTexts(parent)) return "read";
    if (ts.isStatement(parent) || ts.isFunctionLike(parent)) return "unknown";
  }
  return "unknown";
}

function isConstantWithTexts(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) && READ_CONSTANT.test(node.name.getText());
}

function named(name: string): "read" | "data" | "unknown" {
  if (READ.has(name)) return "read";
  return DATA.has(name) || name.startsWith("data-") ? "data" : "unknown";
}

/** A property's own name decides, or that of the property or attribute whose value it is part of. */
function namedOrAround(property: ts.PropertyAssignment): "read" | "data" | "unknown" {
  const own = named(property.name.getText().replace(/^"|"$/g, ""));
  if (own !== "unknown") return own;
  return placeOf(property);
}

function calledWith(call: ts.CallExpression | ts.NewExpression): "read" | "data" | "unknown" {
  const callee = call.expression;
  if (ts.isPropertyAccessExpression(callee)) {
    if (callee.expression.getText() === "toast") return "read";
    if (callee.expression.getText() === "console") return "data";
  }
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  return DATA_CALLS.has(name) ? "data" : "unknown";
}

function isDataPlace(parent: ts.Node, at: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind);
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === at;
  return (
    ts.isCaseClause(parent) ||
    ts.isTypeNode(parent) ||
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isComputedPropertyName(parent) ||
    ts.isEnumMember(parent)
  );
}

/** The lines of the comments that make exceptions. */
function markedLines(code: string): Set<number> {
  return new Set(code.split("\n").flatMap((line, at) => (MARK.test(line) ? [at + 1] : [])));
}

/** True if a comment is on the line of the text, or before it or a list, object or constant that it is part of. */
function isExcepted(node: ts.Node, marked: ReadonlySet<number>): boolean {
  if (marked.has(lineOf(node))) return true;
  // A body or file has its own first line, so a comment before a function does not reach its texts.
  for (let at = node; !ts.isBlock(at) && !ts.isSourceFile(at); at = at.parent)
    if (marked.has(lineOf(at) - 1)) return true;
  return false;
}

function lineOf(node: ts.Node): number {
  const source = node.getSourceFile();
  const start = ts.isJsxText(node) ? node.pos + node.text.search(/\S/) : node.getStart();
  return source.getLineAndCharacterOfPosition(start).line + 1;
}

function set(names: string): Set<string> {
  return new Set(names.split(/\s+/));
}

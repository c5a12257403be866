/**
 * Finds the bare texts of the page: texts beside other children of an element. A browser that translates the page replaces text nodes,
 * so React can neither change nor remove them, nor insert something before them. A text that is the only child of an HTML element is
 * safe, because React sets the content of the element (docs/decisions/0078-pages-that-the-browser-translates.md).
 */
import ts from "typescript";

/** Elements for phrases, in which a child that may be text or elements usually is text. */
const PHRASES = new Set(
  "a b button dd dt em h1 h2 h3 i label legend li p small span strong summary td th time".split(" "),
);

/** What an expression may render. */
interface Content {
  text: boolean;
  element: boolean;
}

interface Child {
  node: ts.JsxChild;
  isText: boolean;
  /** Whether the text changes, comes and goes, or gives its place to an element. */
  changes: boolean;
}

/** `FILE:LINE: CODE` for each bare text of the TSX files of a program. */
export function bareTextsOf(program: ts.Program, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not part of the program`);
    return bareTextsIn(source, program.getTypeChecker()).map((node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      return `${file}:${line + 1}: ${node.getText().trim().replace(/\s+/g, " ")}`;
    });
  });
}

function bareTextsIn(source: ts.SourceFile, checker: ts.TypeChecker): ts.JsxChild[] {
  const found: ts.JsxChild[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) found.push(...bareTextsAmong(node, checker));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function bareTextsAmong(parent: ts.JsxElement | ts.JsxFragment, checker: ts.TypeChecker): ts.JsxChild[] {
  const nodes = parent.children.filter((child) => !isNothing(child));
  const tag = ts.isJsxFragment(parent) ? "Fragment" : parent.openingElement.tagName.getText();
  const isFragment = tag === "Fragment";
  // A component may show its only child beside others. The linter reads it there.
  if (nodes.length < 2 && !isFragment) return [];
  const isPhrase = isFragment || PHRASES.has(tag);
  const children = nodes.map((node) => childOf(node, isPhrase, checker));
  // Texts beside each other are accepted if they never change. A translation leaves spaces where they are.
  const isMixed = isFragment || children.some(({ isText }) => !isText);
  return children
    .filter(({ node, isText, changes }) => isText && (isMixed || changes) && !isSpace(node))
    .map(({ node }) => node);
}

/** Indentation or a comment. */
function isNothing(child: ts.JsxChild): boolean {
  return ts.isJsxText(child)
    ? child.containsOnlyTriviaWhiteSpaces
    : ts.isJsxExpression(child) && !child.expression;
}

function isSpace(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return child.text.trim() === "";
  const expression = ts.isJsxExpression(child) && child.expression;
  return expression && ts.isStringLiteralLike(expression) ? expression.text.trim() === "" : false;
}

function childOf(node: ts.JsxChild, isPhrase: boolean, checker: ts.TypeChecker): Child {
  if (ts.isJsxText(node)) return { node, isText: true, changes: false };
  if (ts.isJsxFragment(node)) return { node, isText: false, changes: false };
  if (!ts.isJsxExpression(node)) {
    const isText = showsText(ts.isJsxElement(node) ? node.openingElement : node, checker);
    return { node, isText, changes: isText };
  }
  const { expression } = node;
  if (!expression) throw new Error("An empty expression is blank");
  const { text, element } = contentOf(checker.getTypeAtLocation(expression), checker);
  const isText = text && (isPhrase || !element);
  return { node, isText, changes: isText && !isConstant(expression) };
}

/** True for a component of the page that returns a text. Those of packages show one element. */
function showsText({ tagName }: ts.JsxOpeningLikeElement, checker: ts.TypeChecker): boolean {
  if (ts.isIdentifier(tagName) && /^[a-z]/.test(tagName.text)) return false;
  // Not the resolved signature: the types of all attributes would be needed for it, which takes most of the time.
  const [signature] = checker.getTypeAtLocation(tagName).getCallSignatures();
  const file = signature?.declaration?.getSourceFile();
  if (!signature || !file || file.isDeclarationFile) return false;
  return contentOf(signature.getReturnType(), checker).text;
}

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike;
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike | ts.TypeFlags.Void;

function contentOf(type: ts.Type, checker: ts.TypeChecker): Content {
  const content = { text: false, element: false };
  for (const one of type.isUnion() ? type.types : [type]) {
    if (one.flags & NOTHING || (one.isStringLiteral() && one.value === "")) continue;
    const item = checker.isArrayLikeType(one)
      ? checker.getIndexTypeOfType(one, ts.IndexKind.Number)
      : undefined;
    if (one.flags & TEXT || (item && contentOf(item, checker).text)) content.text = true;
    else content.element = true;
  }
  return content;
}

/** A literal, or a word without arguments: `words.title`. */
function isConstant(expression: ts.Expression): boolean {
  return ts.isStringLiteralLike(expression) || /^\w*words\.\w+$/i.test(expression.getText());
}

/** Finds colours that are written as values instead of tokens, for styles.test.ts. */
import postcss from "postcss";
import ts from "typescript";
import type { Sources } from "./class-names.ts";

const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^)]*\)?/gi;
const HEX = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/gi;
/** The named colours of CSS, without `transparent` and `currentcolor`. */
const NAMES =
  "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen";
const NAME = new RegExp(`(?<![\\w-])(?:${NAMES.replaceAll(" ", "|")})(?![\\w-])`, "gi");
/** Attributes and style properties whose value is a colour. */
const COLOUR_PROPERTY = /^(?:fill|stroke|content|background|border|outline|(?:\w*[cC]olor))$/;

/** Every raw colour outside `exceptions`, as "file: colour". */
export function rawColours(sources: Sources, exceptions: Readonly<Record<string, string>>): string[] {
  return Object.entries(sources)
    .filter(([file]) => !(file in exceptions))
    .flatMap(([file, code]) => coloursIn(file, code).map((colour) => `${file}: ${colour}`));
}

function coloursIn(file: string, code: string): string[] {
  if (file.endsWith(".css")) return coloursInStyles(code);
  if (/\.(tsx?|js)$/.test(file)) return coloursInCode(file, code);
  return coloursInText(code);
}

function coloursInStyles(css: string): string[] {
  const found: string[] = [];
  postcss.parse(css).walkDecls(({ value }) => {
    const plain = value.replace(/url\([^)]*\)|"[^"]*"/g, "");
    found.push(...coloursInText(plain), ...(plain.match(NAME) ?? []));
  });
  return found;
}

function coloursInCode(file: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push(...coloursInText(node.text));
      if (isColourValue(node)) found.push(...(node.text.match(NAME) ?? []));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return found;
}

/** True for the value of `fill="…"` or `{ color: "…" }`. */
function isColourValue({ parent }: ts.Node): boolean {
  return (
    (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) &&
    COLOUR_PROPERTY.test(parent.name.getText())
  );
}

function coloursInText(text: string): string[] {
  return [...(text.match(FUNCTION) ?? []), ...(text.match(HEX) ?? [])];
}

/** The HTML of an email: a card with a title, words, a button and small print. Mail programs know only inline styles and tables. */

export interface EmailPage {
  /** All of these are HTML. */
  title: string;
  words: string;
  button?: { address: string; label: string };
  /** Further lines below the button, each with its paragraph. */
  more?: readonly string[];
  smallPrint: string;
  /** Of all of these; English by default. */
  language?: string;
}

/** The colours of the pages' light theme, which mail programs cannot read: paper, ink, the quiet ink and pitch green. */
const PAPER = "#f3f4ec";
const INK = "#14251c";
export const QUIET_INK = "#4b5a50";
const PITCH = "#0b5d33";

const BUTTON = `background: ${PITCH}; color: #ffffff; text-decoration: none; padding: 12px 20px; border-radius: 8px; display: inline-block; font-weight: 600`;

export function emailPage({
  title,
  words,
  button,
  more = [],
  smallPrint,
  language = "en",
}: EmailPage): string {
  const paragraphs = [
    `<h1 style="margin: 0 0 16px; font-size: 22px">${title}</h1>`,
    `<p style="margin: 0">${words}</p>`,
    ...(button
      ? [`<p style="margin: 24px 0"><a href="${button.address}" style="${BUTTON}">${button.label}</a></p>`]
      : []),
    ...more,
    `<p style="margin: 16px 0 0; font-size: 14px; color: ${QUIET_INK}">${smallPrint}</p>`,
  ];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
  </head>
  <body style="margin: 0; background: ${PAPER}; font-family: system-ui, -apple-system, 'Segoe UI', sans-serif; color: ${INK}">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td align="center" style="padding: 32px 16px">
          <table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width: 480px; background: #ffffff; border-radius: 12px">
            <tr>
              <td style="padding: 32px; font-size: 16px; line-height: 1.5">
                ${paragraphs.join("\n                ")}
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
}

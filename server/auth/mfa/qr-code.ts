import { renderSVG } from "uqr";

/** Upstream's: a third of the picture may be hidden, by a thumb or a glare. */
const ERROR_CORRECTION = "H";
/** The quiet zone that ISO/IEC 18004 asks for, in modules. */
const BORDER = 4;

/**
 * The QR code of an address as SVG text, without an XML prologue. The client puts `data:image/svg+xml;utf-8,` before it
 * as it is, so it holds nothing that ends a data URI: no `#` in a colour, no `%`.
 */
export function qrCode(address: string): string {
  return renderSVG(address, { ecc: ERROR_CORRECTION, border: BORDER, pixelSize: 3 });
}

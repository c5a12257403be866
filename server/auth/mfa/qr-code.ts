import { renderSVG } from "uqr";

/** GoTrue's level: a third of the image may be unreadable. */
const ERROR_CORRECTION = "H";
/** The quiet zone that ISO/IEC 18004 requires, in modules. */
const BORDER = 4;

/**
 * The QR code of an address as SVG without an XML declaration. The client prefixes `data:image/svg+xml;utf-8,` without
 * encoding, so the SVG must not contain `#` or `%`.
 */
export function qrCode(address: string): string {
  return renderSVG(address, { ecc: ERROR_CORRECTION, border: BORDER, pixelSize: 3 });
}

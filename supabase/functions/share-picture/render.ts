import { initWasm, Resvg } from "@resvg/resvg-wasm";
import satori from "satori";
import { FONTS, RESVG_WASM } from "./assets.ts";
import type { Element } from "./element.ts";
import { HEIGHT, WIDTH } from "./parts.ts";

let ready: Promise<void> | null = null;

/** Draws a picture as a PNG of 1080 by 1350 pixels. Letters that the fonts lack are drawn as empty boxes. */
export async function render(picture: Element): Promise<Uint8Array<ArrayBuffer>> {
  ready ??= initWasm(RESVG_WASM);
  await ready;
  const svg = await satori(picture as never, { width: WIDTH, height: HEIGHT, fonts: FONTS as never });
  const resvg = new Resvg(svg);
  try {
    const image = resvg.render();
    try {
      return new Uint8Array(image.asPng());
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}

import { initWasm, Resvg } from "@resvg/resvg-wasm";
import satori from "satori";
import { FONTS, RESVG_WASM } from "./assets.ts";
import type { Element } from "./element.ts";
import { PORTRAIT } from "./parts.ts";

let ready: Promise<void> | null = null;

/** Draws a picture as a PNG, by default of 1080 by 1350 pixels. */
export async function render(picture: Element, size = PORTRAIT): Promise<Uint8Array<ArrayBuffer>> {
  // Compiled in the background. initWasm compiles bytes at once.
  ready ??= WebAssembly.compile(RESVG_WASM).then(initWasm);
  await ready;
  await turn();
  const svg = await satori(picture as never, { ...size, fonts: FONTS as never });
  await turn();
  const resvg = new Resvg(svg);
  try {
    await turn();
    const image = resvg.render();
    try {
      await turn();
      return new Uint8Array(image.asPng());
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}

/** Lets other calls run between the steps. The host ends a function that does not react for two seconds. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

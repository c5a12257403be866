// Builds the page into build/web and puts a .br and a .gz beside every text file, so that the host only has to send them.
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const out = "build/web";
const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const tooSmall = 512;

export async function buildWeb() {
  await build({ logLevel: "warn" });
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
}

async function compress(file) {
  if ((await stat(file)).size < tooSmall) return;
  const text = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();

import { expect, it } from "vitest";
import { acceptedEncoding } from "./content-encoding.ts";

it.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["GZIP;Q=1", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=1.0, gzip", "br"],
  ["gzip;q=0", ""],
  ["gzip;q=0.000, br ; q=0", ""],
  ["*", "br"],
  ["*;q=0, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["identity", ""],
  ["gzipped", ""],
  ["gzip;q=much", ""],
  ["", ""],
  [null, ""],
])("of %s accepts %s", (header, accepted) => expect(acceptedEncoding(header, ["br", "gzip"])).toBe(accepted));

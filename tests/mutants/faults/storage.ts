import type { Fault } from "../fault.ts";

const OBJECTS = "tests/api/storage/objects.test.ts";

/** Storage, and the imports of functions. */
export const STORAGE: readonly Fault[] = [
  {
    name: "an object's name leads out of its bucket",
    file: "server/storage/objects/names.ts",
    find: ' && segment !== "..");',
    replace: ");",
    caughtBy: "server/storage/objects/rules.test.ts",
  },
  {
    name: "a bucket's size limit is ignored",
    file: "server/storage/objects/upload-limits.ts",
    find: "return Math.min(bucket.file_size_limit ?? fileSizeLimit, fileSizeLimit);",
    replace: "return Math.max(bucket.file_size_limit ?? fileSizeLimit, fileSizeLimit);",
    caughtBy: "server/storage/objects/rules.test.ts",
  },
  {
    name: "a page is stored under a picture's name",
    file: "server/storage/objects/media-types.ts",
    find: "detected === declared ||",
    replace: "detected === null || detected === declared ||",
    caughtBy: "server/storage/objects/rules.test.ts",
  },
  {
    name: "a range of bytes ends one byte too late",
    file: "server/storage/objects/byte-ranges.ts",
    find: "Math.min(Number(last), size - 1);",
    replace: "Math.min(Number(last), size);",
    caughtBy: "server/storage/objects/rules.test.ts",
  },
  {
    name: "an object of a private bucket is shown to everyone",
    file: "server/storage/endpoints/download.ts",
    find: "return findObject(deps.database, caller, bucket, name);",
    replace: "return findObject(deps.database, null, bucket, name);",
    caughtBy: OBJECTS,
    test: "of a private bucket are readable with a permitted key only",
  },
  {
    name: "an address is signed for an object that the caller may not read",
    file: "server/storage/endpoints/sign.ts",
    find: "await findObject(deps.database, caller, bucket, name);",
    replace: "await findObject(deps.database, null, bucket, name);",
    caughtBy: OBJECTS,
    test: "a signed URL opens one object",
  },
  {
    name: "a signed address opens every object",
    file: "server/storage/objects/signed-urls.ts",
    find: "if (claims.url !== url || claims.purpose !== purpose",
    replace: "if (claims.purpose !== purpose",
    caughtBy: OBJECTS,
    test: "a signed URL opens one object",
  },
  {
    name: "a token to read uploads",
    file: "server/storage/objects/signed-urls.ts",
    find: "claims.url !== url || claims.purpose !== purpose ||",
    replace: "claims.url !== url ||",
    caughtBy: OBJECTS,
    test: "refuse access tokens and read tokens for signed uploads",
  },
  {
    name: "x-transformations names the client's resize instead of imgproxy's",
    file: "server/storage/images/transformations.ts",
    find: "RESIZING_TYPES[resize] : undefined",
    replace: "resize : undefined",
    caughtBy: "tests/api/storage/image-transformation.test.ts",
    test: "in x-transformations",
  },
  {
    name: "a small PNG whose last bytes are missing is refused",
    file: "server/storage/images/sharp-renderer.ts",
    find: 'failOn: "none"',
    replace: 'failOn: "error"',
    caughtBy: "server/storage/images/sharp-renderer.test.ts",
  },
  {
    name: "an old Python client receives a bucket's type",
    file: "server/storage/endpoints/list-buckets.ts",
    find: "if (!version) return true;",
    replace: "return true;",
    caughtBy: "tests/api/storage/buckets.test.ts",
    test: "have a type in the list",
  },
  {
    name: "a missing import is reported without the way to add it",
    file: "server/functions/imports.ts",
    find: 'registry.includes("jsr") ? "npx jsr add" : "npm install"',
    replace: '"npm install"',
    caughtBy: "server/functions/imports.test.ts",
    test: "says which import of its map is missing",
  },
];

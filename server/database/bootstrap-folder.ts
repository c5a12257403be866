/**
 * The folder of the bootstrap SQL: beside this module in the source, and beside the bundle, where the build copies it.
 */
export const BOOTSTRAP_FOLDER = new URL("./bootstrap/", import.meta.url);

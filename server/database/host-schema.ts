import { PROGRAM } from "../program.ts";

/** The schema in which the host records what it has applied. */
export const HOST_SCHEMA = `${PROGRAM}_host`;

/** Resumable uploads by TUS 1.0 that nothing interrupts. */
import { describe } from "vitest";
import { uploadsTo, usualUploads } from "./resumable-uploads.ts";

describe("resumable uploads, on disk", () => usualUploads(uploadsTo("disk")));

/** The built-in frameworks, read once for the tests of a process. */
import { REGULATIONS } from "lib/regulations.ts";
import { readFrameworks } from "./framework_files.ts";

/** The built-in frameworks and the faults of their files. */
export const builtIn = await readFrameworks([REGULATIONS]);

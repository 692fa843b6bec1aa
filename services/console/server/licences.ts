/** The packages that the platform is made of, with their licences; `deno task licences` writes the list. */
import type { Licence } from "../shared/licence.ts";
import list from "./licences.json" with { type: "json" };

export const LICENCES: readonly Licence[] = list;

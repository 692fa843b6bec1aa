/**
 * The texts of laws and standards that services assess against, one YAML file each in `lib/regulations/`: names,
 * versions, references and requirements in Arabic and English, in our own words. Each service reads from them the
 * parts that it needs, so that a reference or a word stands in one place.
 */
import { parse } from "yaml";
import { z } from "zod";

/** The folder of the files. */
export const REGULATIONS: URL = new URL("./regulations/", import.meta.url);

const Words = z.object({ en: z.string().min(1), ar: z.string().min(1) });
/** A label that is the same in both languages may be one string. */
const Label = z.union([Words, z.string().min(1).transform((text) => ({ en: text, ar: text }))]);

/** The facts of a regulation that services share. */
export const Regulation = z.object({
  id: z.string(),
  name: Words,
  version: Label,
  region: z.string(),
  nature: z.string(),
  requirements: z.array(z.object({ id: z.string(), ref: Label, title: Words, description: Words })),
});
/** The facts of a regulation that services share. */
export type Regulation = z.output<typeof Regulation>;

/** Reads the facts of one of the files. */
export function readRegulation(yaml: string): Regulation {
  return Regulation.parse(parse(yaml));
}

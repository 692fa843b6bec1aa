/**
 * The texts of laws and standards that services assess against, one YAML file each in `lib/regulations/`: names,
 * versions, references and requirements in Arabic and English, in our own words. Each service reads from them the
 * parts that it needs, so that a reference or a word stands in one place.
 */

/** The folder of the files. */
export const REGULATIONS: URL = new URL("./regulations/", import.meta.url);

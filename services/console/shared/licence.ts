/** A package that the platform is made of, with its licence. */
export interface Licence {
  name: string;
  version: string;
  /** As the package states it, an SPDX expression as a rule; null where it states none. */
  licence: string | null;
  /** Where it is at home. */
  home: string | null;
}

/** Contract parties labelled by their side: "of the one part", "من جهة أخرى". */
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fieldAt } from "./field_at.ts";
import { isName } from "./name_line.ts";
import { labelPairs } from "./label_pairs.ts";
import { withoutHonours } from "./party_name.ts";

const SURE = 0.92;
const SIDES: [key: string, pattern: RegExp][] = [
  ["second_party", /(?:من جه[ةه] (?:أخرى|اخرى|ثاني[ةه])|of the (?:other|second) part)\s*$/iu],
  ["first_party", /(?:من جه[ةه](?: أولى)?|of the (?:one|first) part)\s*$/iu],
];

export function contractSides(rows: FieldRow[]): FoundField[] {
  const found = labelPairs(rows).flatMap(
    ({ label, value, cell }): { key: string; name: string; cell: TextLine }[] => {
      const side = SIDES.find(([, pattern]) => pattern.test(label));
      const name = withoutHonours(value);
      return side && isName(name) ? [{ key: side[0], name, cell }] : [];
    },
  );
  return found.map(({ key, name, cell }) => fieldAt(key, name, cell, { sure: SURE }));
}

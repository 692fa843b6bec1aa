/** Detects personal data in a text, also behind escapes and in pieces. */
import type { MappedText } from "../reading/mapped_text.ts";
import type { Reading } from "../reading/reading.ts";
import { detect, type DetectOptions } from "./detect.ts";
import type { Entity } from "./entity.ts";
import { loosened, LOOSENED_TYPES } from "./loosened.ts";

/** The entities of a reading; values and offsets refer to the original text. */
export function detectIn({ given, plain, revealed }: Reading, options: DetectOptions): Entity[] {
  const entities = detect(given.text, options);
  const read = revealed && plain ? plain : given;
  const hidden = read === given ? [] : newIn(read, given, { known: entities, options });
  const apart = loosened(read);
  const loose = apart ? newIn(apart, given, { known: [...entities, ...hidden], options }) : [];
  const joined = loose.filter(({ type }) => LOOSENED_TYPES.includes(type));
  if (hidden.length + joined.length === 0) return entities;
  return [...entities, ...hidden, ...joined].sort((a, b) => a.start - b.start);
}

/** The entities of a view that meet no known one. */
function newIn(
  view: MappedText,
  { text }: MappedText,
  { known, options }: { known: readonly Entity[]; options: DetectOptions },
): Entity[] {
  const found: Entity[] = [];
  for (const entity of detect(view.text, options)) {
    const [start, end] = [view.from(entity.start), view.to(entity.end)];
    if ([...known, ...found].some((one) => one.start < end && start < one.end)) continue;
    found.push({ ...entity, start, end, value: text.slice(start, end) });
  }
  return found;
}

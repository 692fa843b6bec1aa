/** Detects personal data in a text, also behind escapes and in pieces. */
import type { MappedText } from "../reading/mapped_text.ts";
import type { Reading } from "../reading/reading.ts";
import { detect, type DetectOptions } from "./detect.ts";
import type { Entity } from "./entity.ts";
import { loosened, LOOSENED_TYPES } from "./loosened.ts";
import { scattered, SCATTERED_TYPES } from "./scattered.ts";

/** The entities of a reading; values and offsets refer to the original text. */
export function detectIn({ given, plain, between, revealed }: Reading, options: DetectOptions): Entity[] {
  const entities = detect(given.text, options);
  const read = revealed && plain ? plain : given;
  const all = [...entities];
  // Of a value in escapes within escapes, fewer layers may be the value: decoded further it is something else.
  for (const view of read === given ? [] : [...between, read]) {
    all.push(...newIn(view, given, { known: all, options }));
  }
  for (
    const [view, types] of [[loosened(read), LOOSENED_TYPES], [scattered(read), SCATTERED_TYPES]] as const
  ) {
    if (!view) continue;
    all.push(...newIn(view, given, { known: all, options }).filter(({ type }) => types.includes(type)));
  }
  return all.length === entities.length ? entities : all.sort((a, b) => a.start - b.start);
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

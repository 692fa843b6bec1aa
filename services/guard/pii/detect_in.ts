/** Detects personal data in a text, also behind escapes. */
import type { Reading } from "../reading/reading.ts";
import { detect, type DetectOptions } from "./detect.ts";
import type { Entity } from "./entity.ts";

/** The entities of a reading; values and offsets refer to the original text. */
export function detectIn({ given, plain, revealed }: Reading, options: DetectOptions): Entity[] {
  const entities = detect(given.text, options);
  if (!plain || !revealed) return entities;
  const hidden: Entity[] = [];
  for (const entity of detect(plain.text, options)) {
    const [start, end] = [plain.from(entity.start), plain.to(entity.end)];
    const isKnown = [...entities, ...hidden].some((one) => one.start < end && start < one.end);
    if (!isKnown) hidden.push({ ...entity, start, end, value: given.text.slice(start, end) });
  }
  return hidden.length === 0 ? entities : [...entities, ...hidden].sort((a, b) => a.start - b.start);
}

/** Doubts a value that cannot be one of its field, so that the next candidate or a person decides. */
import type { FoundField } from "../results/field.ts";
import { hasShape } from "./value_shapes.ts";

/** Confidence of a value that is probably another field's or a label. */
export const IMPLAUSIBLE = 0.45;

/** The field, in doubt if its value has not the field's shape. */
export function plausible(field: FoundField): FoundField {
  return hasShape(field.key, field.value)
    ? field
    : doubted(field, `It has not the shape of the field ${field.key}`);
}

/** The field with a reason to doubt it, unless it is in doubt already. */
export function doubted(field: FoundField, reason: string): FoundField {
  if (field.confidence <= IMPLAUSIBLE) return field;
  return { ...field, confidence: IMPLAUSIBLE, reason: field.reason ?? reason };
}

/** A custom document type, compiled for the rules. */
import type { TypeTerms } from "./document_types.ts";
import type { Field, FieldRule } from "../results/field.ts";
import type { Issue } from "../results/validation.ts";

export interface OwnType {
  name: string;
  terms: TypeTerms;
  rules: FieldRule[];
  /** Rules that accept values with a wrong format, which are always flagged. */
  looseRules: FieldRule[];
  /** The issues that its own checks raise. */
  issues(fields: Field[]): Issue[];
  /** The serialisable definition, from which a worker thread compiles the type. */
  definition: object;
}

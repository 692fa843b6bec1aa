/** A type of document that an organisation made itself, in the form that the rules use. */
import type { TypeTerms } from "./document_types.ts";
import type { Field, FieldRule } from "../results/field.ts";
import type { Issue } from "../results/validation.ts";

export interface OwnType {
  name: string;
  terms: TypeTerms;
  rules: FieldRule[];
  /** The same fields for values of another shape; their values are always doubtful. */
  looseRules: FieldRule[];
  /** The issues that its own checks raise. */
  issues(fields: Field[]): Issue[];
  /** The plain values from which another thread can build it. */
  definition: object;
}

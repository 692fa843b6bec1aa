/** A custom document type in requests. */
import { z } from "zod";
import { DOCUMENT_TYPES } from "../understanding/classification/document_types.ts";
import { Key, Names, OwnField, Words } from "./own_field.ts";

/** Reserved names: path segments and built-in types. */
const TAKEN: readonly string[] = [...DOCUMENT_TYPES, "export", "import", "trial"];
/** Maximum labels of a type with all fields: each is searched in every cell. */
const MOST_LABELS = 400;
/** Maximum characters of all choices of a type: all types are loaded for each document. */
const MOST_LETTERS = 50_000;

export const TypeName = z.string().regex(
  /^[a-z][a-z0-9_]{1,39}$/,
  "2 to 40 small letters, digits and _, a letter first",
).meta({ description: "Identifier of the type", example: "delivery_note" });

const Terms = z.strictObject({
  title: z.array(Words).max(20).default([]).meta({
    description: "Titles of such documents, in addition to the type's names",
    example: ["delivery order"],
  }),
  strong: z.array(Words).max(40).default([]).meta({
    description: "Words that occur in hardly any other document",
    example: ["goods received in good condition"],
  }),
  weak: z.array(Words).max(40).default([]).meta({
    description: "Words that are weak evidence for the type",
    example: ["driver"],
  }),
});

const keys = (description: string) => z.array(Key).min(2).max(20).meta({ description });

export const Check = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("sum").meta({ description: "The parts must add up to the total" }),
    parts: keys("Fields of numbers or money that are added up"),
    total: Key.meta({ description: "Field with the total", example: "total" }),
  }),
  z.strictObject({
    kind: z.literal("order").meta({ description: "One date must not be after another" }),
    earlier: Key.meta({ description: "Field with the earlier date", example: "order_date" }),
    later: Key.meta({ description: "Field with the later date", example: "delivery_date" }),
  }),
]);
export type Check = z.output<typeof Check>;

export const EXAMPLE = {
  name: "delivery_note",
  names: { en: "Delivery note", ar: "إشعار تسليم" },
  terms: { title: ["delivery order"], strong: ["received in good condition"], weak: ["driver"] },
  fields: [{
    key: "note_number",
    names: { en: "Note number", ar: "رقم الإشعار" },
    labels: ["note no"],
    shape: "identifier",
    pattern: "DN-[0-9]{6}",
    required: true,
  }],
  checks: [],
};

export const OwnTypeInput = z.strictObject({
  name: TypeName.refine(
    (name) => !TAKEN.includes(name),
    "taken: a type that is built in, or a word of the routes",
  ),
  names: Names,
  terms: Terms.default({ title: [], strong: [], weak: [] }).meta({
    description: "Words that distinguish such documents from others",
  }),
  fields: z.array(OwnField).min(1).max(60).meta({
    description: "Fields extracted from such documents",
  }),
  checks: z.array(Check).max(30).default([]).meta({
    description: "Checks on its fields; a document that fails one is invalid",
  }),
}).superRefine(({ fields, checks }, context) => {
  const fault = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  const shapes = new Map(fields.map(({ key, shape }) => [key, shape]));
  for (const [i, { key }] of fields.entries()) {
    if (fields.findIndex((one) => one.key === key) < i) {
      fault(["fields", i, "key"], "another field has this key");
    }
  }
  if (fields.reduce((sum, { labels }) => sum + labels.length + 2, 0) > MOST_LABELS) {
    fault(["fields"], `more than ${MOST_LABELS} labels in all`);
  }
  const choices = fields.flatMap(({ options = [] }) =>
    options.flatMap(({ value, words }) => [value, ...words])
  );
  if (choices.reduce((sum, { length }) => sum + length, 0) > MOST_LETTERS) {
    fault(["fields"], `more than ${MOST_LETTERS} letters of options in all`);
  }
  for (const [i, check] of checks.entries()) {
    for (const [path, key] of keysOf(check)) {
      const shape = shapes.get(key);
      const fits = check.kind === "sum" ? ["money", "number"] : ["date"];
      if (shape === undefined) fault(["checks", i, ...path], `no field has the key ${key}`);
      else if (!fits.includes(shape)) fault(["checks", i, ...path], `${key} is no ${fits.join(" or ")}`);
    }
  }
}).meta({
  id: "DocumentTypeInput",
  example: EXAMPLE,
});
export type OwnTypeInput = z.output<typeof OwnTypeInput>;

function keysOf(check: Check): [(string | number)[], string][] {
  if (check.kind === "order") return [[["earlier"], check.earlier], [["later"], check.later]];
  return [
    [["total"], check.total],
    ...check.parts.map((key, i): [(string | number)[], string] => [["parts", i], key]),
  ];
}

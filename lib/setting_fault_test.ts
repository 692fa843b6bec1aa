import assert from "node:assert/strict";
import { z } from "zod";
import { settingFault } from "lib/setting_fault.ts";

const faults: [string, z.ZodType, unknown, string][] = [
  ["text for a number", z.number(), "x", "must be a number"],
  ["a fraction for a whole number", z.int(), 1.5, "must be a whole number"],
  ["a number below an inclusive bound", z.number().min(1), 0, "must be 1 or more"],
  ["a number at an exclusive bound", z.number().positive(), 0, "must be more than 0"],
  ["a number above an inclusive bound", z.number().max(9), 10, "must be 9 or less"],
  ["a number at an exclusive upper bound", z.number().lt(9), 9, "must be less than 9"],
  ["a text that is too short", z.string().min(16), "x", "must have at least 16 characters"],
  ["a text that is too long", z.string().max(2), "xyz", "must have at most 2 characters"],
  ["none of three choices", z.enum(["a", "b", "c"]), "d", "must be a, b or c"],
  ["none of a flag's spellings", z.stringbool(), "perhaps", "must be true or false"],
  [
    "an address without a scheme",
    z.url(),
    "example.com",
    "must be an address with its scheme, like https://example.com",
  ],
  ["a list for an object", z.strictObject({}), [], "must be an object"],
  ["text for a list", z.array(z.string()), "x", "must be a list"],
  ["a number for text", z.string(), 5, "must be text"],
  ["nothing", z.string(), undefined, "is missing"],
  ["a fault that the schema words itself", z.string().refine(() => false, "must be odd"), "x", "must be odd"],
  ["an address whose fault the schema words itself", z.url("must be a link"), "x", "must be a link"],
];
for (const [name, schema, value, words] of faults) {
  Deno.test(`settingFault() of ${name} says: ${words}`, () => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    assert.ok(issue);
    assert.equal(settingFault(issue), words);
  });
}

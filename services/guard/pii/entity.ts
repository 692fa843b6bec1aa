import { z } from "@hono/zod-openapi";
import { plainValue } from "../matching/characters.ts";

/** All types, in the order of the documentation; those in OPTIONAL are reported only when named. */
export const TYPES = [
  "EMAIL",
  "PHONE",
  "CREDIT_CARD",
  "IBAN",
  "IP_ADDRESS",
  "MAC_ADDRESS",
  "URL_CREDENTIALS",
  "CRYPTO_WALLET",
  "DATE_OF_BIRTH",
  "PASSPORT",
  "US_SSN",
  "US_ITIN",
  "EMIRATES_ID",
  "SAUDI_ID",
  "QATAR_ID",
  "KUWAIT_CIVIL_ID",
  "BAHRAIN_CPR",
  "OMAN_CIVIL_ID",
  "UAE_TRN",
  "SAUDI_VAT",
  "OMAN_VAT",
  "API_KEY",
  "PRIVATE_KEY",
  "JWT",
  "SECRET",
  "PERSON",
  "ADDRESS",
  "DATE_TIME",
] as const;
export type PiiType = typeof TYPES[number];

/** Found only by label and shape, so too often wrong to be on by default. */
export const OPTIONAL: readonly string[] = ["PERSON", "ADDRESS", "DATE_TIME"];

/** The types of custom recognisers; the prefix tells them from all built-in ones. */
export const CustomType = z.string().max(30).regex(/^CUSTOM_[A-Z0-9]+(?:_[A-Z0-9]+)*$/, {
  message: "must begin with CUSTOM_, in capitals and digits, at most 30 characters",
});
/** A built-in type, or a custom recogniser's. */
export const AnyType = z.enum(TYPES).or(CustomType);

/** Personal data, or a secret, in a text. */
export const PiiEntity = z.object({
  type: z.string().meta({
    description: `one of ${TYPES.join(", ")}, or of a recogniser: CUSTOM_…`,
    example: "EMAIL",
  }),
  value: z.string().meta({ description: "as in the text", example: "ali@example.com" }),
  start: z.int().meta({ description: "offset in UTF-16 code units of the text as sent", example: 14 }),
  end: z.int().meta({ description: "the first code unit after it", example: 29 }),
  confidence: z.number().meta({ description: "from 0 to 1", example: 0.95 }),
}).meta({ id: "PiiEntity" });
export type Entity = z.output<typeof PiiEntity>;

/** A value in the form in which values are compared: without differences of case, white space and digits. */
export function comparableValue(value: string): string {
  return plainValue(value).replace(/\s+/g, "");
}

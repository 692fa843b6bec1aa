import { z } from "@hono/zod-openapi";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { textOf } from "lib/text.ts";

const fields = {
  name: textOf({ min: 1, max: 300 }),
  registration_number: textOf({ min: 1, max: 100 }).refine((text) => registrationKey(text) !== "", {
    message: "must have a letter or a digit",
  }),
  category: textOf({ min: 1, max: 100 }),
  contact_email: z.email().max(320).nullable(),
  contact_phone: textOf({ max: 40 }).refine((text) => isPhone(text), {
    message: "must be a phone number that can exist, with its country code unless it is of the UAE",
  }).nullable(),
  capabilities: z.array(textOf({ min: 1, max: 500 })).max(200),
  certifications: z.array(textOf({ min: 1, max: 500 })).max(200),
};

const EXAMPLE = {
  name: "شركة النخيل للتقنية",
  registration_number: "CN-1234567",
  category: "it",
  contact_email: "bids@example.ae",
  contact_phone: "+971 50 123 4567",
  capabilities: ["laptops", "on-site support"],
  certifications: ["ISO 9001"],
};

export const SupplierInput = z.strictObject({
  name: fields.name,
  registration_number: fields.registration_number,
  category: fields.category.default("other"),
  contact_email: fields.contact_email.default(null),
  contact_phone: fields.contact_phone.default(null),
  capabilities: fields.capabilities.default([]),
  certifications: fields.certifications.default([]),
}).meta({ id: "SupplierInput", example: EXAMPLE });
export type SupplierInput = z.output<typeof SupplierInput>;

export const SupplierPatch = z.strictObject(fields).partial().meta({
  id: "SupplierPatch",
  example: { category: "it" },
});
export type SupplierPatch = z.output<typeof SupplierPatch>;

export const Supplier = z.object({
  id: z.uuid(),
  ...fields,
  score: z.number().nullable().meta({ description: "0 to 100; null: not rated yet" }),
  rated: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
}).meta({
  id: "Supplier",
  example: {
    ...EXAMPLE,
    id: "019a0000-0000-7000-8000-000000000002",
    score: 82.5,
    rated: true,
    created_at: "2026-11-21T08:00:00.000Z",
    updated_at: "2026-11-21T08:00:00.000Z",
  },
});
export type Supplier = z.output<typeof Supplier>;

/** A registration number without what people write differently: case, blanks, punctuation, kind of digits. */
export function registrationKey(text: string): string {
  return text.normalize("NFKC").toUpperCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function isPhone(text: string): boolean {
  return parsePhoneNumberFromString(text, "AE")?.isPossible() ?? false;
}

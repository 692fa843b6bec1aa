import { z } from "@hono/zod-openapi";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { PageQuery } from "lib/service/pagination.ts";
import { textOf } from "lib/text.ts";

const fields = {
  name: textOf({ min: 1, max: 300 }),
  legal_name: textOf({ min: 1, max: 300 }).nullable().meta({
    description: "as registered, where it differs",
  }),
  registration_number: textOf({ min: 1, max: 100 }).refine((text) => registrationKey(text) !== "", {
    message: "must have a letter or a digit",
  }).nullable().meta({ description: "unique in any spelling; null: none" }),
  registration_scheme: textOf({ min: 1, max: 100 }).nullable().meta({
    description: "list of registrations that the number is from, such as `AE-CN` (org-id.guide)",
  }),
  category: textOf({ min: 1, max: 100 }),
  contact_email: z.email().max(320).nullable(),
  contact_phone: textOf({ max: 40 }).refine((text) => isPhone(text), {
    message: "must be a phone number that can exist, with its country code unless it is of the UAE",
  }).nullable(),
  capabilities: z.array(textOf({ min: 1, max: 500 })).max(200),
  certifications: z.array(textOf({ min: 1, max: 500 })).max(200),
};

const Owners = z.array(textOf({ min: 1, max: 320 })).max(50)
  .refine((owners) => new Set(owners).size === owners.length, "must name each owner once")
  .meta({ description: "`sub` of each person who acts for the supplier: they alone bid in its name" });

const EXAMPLE = {
  name: "شركة النخيل للتقنية",
  legal_name: null,
  registration_number: "CN-1234567",
  registration_scheme: null,
  category: "it",
  contact_email: "bids@example.ae",
  contact_phone: "+971 50 123 4567",
  capabilities: ["laptops", "on-site support"],
  certifications: ["ISO 9001"],
  owners: ["dana"],
};

export const SupplierInput = z.strictObject({
  name: fields.name,
  legal_name: fields.legal_name.default(null),
  registration_number: fields.registration_number.default(null),
  registration_scheme: fields.registration_scheme.default(null),
  category: fields.category.default("other"),
  contact_email: fields.contact_email.default(null),
  contact_phone: fields.contact_phone.default(null),
  capabilities: fields.capabilities.default([]),
  certifications: fields.certifications.default([]),
  owners: Owners.optional().meta({ description: "default: the caller; for managers and admins nobody" }),
}).meta({ id: "SupplierInput", example: EXAMPLE });
export type SupplierInput = z.output<typeof SupplierInput>;

export const SupplierPatch = z.strictObject({ ...fields, owners: Owners }).partial().meta({
  id: "SupplierPatch",
  example: { category: "it" },
});
export type SupplierPatch = z.output<typeof SupplierPatch>;

export const Supplier = z.object({
  id: z.uuid(),
  ...fields,
  owners: Owners,
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

/** A registration number without differences in case, blanks, punctuation and digit script. */
export function registrationKey(text: string): string {
  return text.normalize("NFKC").toUpperCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function isPhone(text: string): boolean {
  return parsePhoneNumberFromString(text, "AE")?.isPossible() ?? false;
}

export const SupplierQuery = PageQuery.extend({
  category: textOf({ max: 100 }).optional(),
  search: textOf({ max: 500 }).optional().meta({ description: "in names" }),
  min_score: z.coerce.number().min(0).max(100).optional(),
});
export type SupplierQuery = z.output<typeof SupplierQuery>;

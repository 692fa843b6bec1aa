import { z } from "@hono/zod-openapi";
import { GovernanceQuery } from "../access/allowance.ts";
import { nanoUsd } from "../money.ts";
import { Price } from "../providers/price.ts";

// The cost of a billion tokens at this price still fits into a record.
const MOST_USD = 1_000_000;
const MOST_SIZES = 100;
const LONGEST_SIZE = 100;

/** A model of a provider, as named in paths. */
export const PricedModel = z.object({
  provider: z.string().min(1).max(63).meta({
    description: "Name of the provider in the configuration",
    example: "vllm",
  }),
  model: z.string().min(1).max(300).meta({
    description: "Name of the model at the provider; slashes as %2F",
    example: "allam-7b",
  }),
});
export type PricedModel = z.output<typeof PricedModel>;

/** The price fields of the configuration, with limits. */
export const ModelPrice = Price.superRefine((price, context) => {
  for (const { path, amount } of amountsIn(price)) {
    if (nanoUsd(amount) <= nanoUsd(MOST_USD)) continue;
    context.addIssue({ code: "custom", path, message: `must be at most ${MOST_USD} US dollars` });
  }
  for (const [path, part] of [[["units"], price.units], [["units", "image"], price.units?.image]] as const) {
    if (typeof part !== "object" || Object.keys(part).length > 0) continue;
    context.addIssue({ code: "custom", path: [...path], message: "must have at least one price" });
  }
  const image = price.units?.image;
  const sizes = typeof image === "object" ? Object.keys(image) : [];
  if (sizes.length > MOST_SIZES || sizes.some((size) => size.length > LONGEST_SIZE)) {
    const message = `must have at most ${MOST_SIZES} sizes of at most ${LONGEST_SIZE} characters`;
    context.addIssue({ code: "custom", path: ["units", "image"], message });
  }
}).meta({
  id: "ModelPrice",
  description: "US dollars as decimals; per million tokens unless the field says otherwise",
  example: { input: "0.05", output: "0.1" },
});

interface Amount {
  path: string[];
  amount: string;
}

/** All amounts of money in a price. */
function amountsIn(value: object, path: string[] = []): Amount[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const at = [...path, name];
    if (typeof part === "string") return [{ path: at, amount: part }];
    return typeof part === "object" && part !== null ? amountsIn(part, at) : [];
  });
}

const SetBy = {
  set_by: z.string().meta({ description: "Who set or removed it", example: "user:amal" }),
  set_at: z.iso.datetime().meta({
    description: "Time of the change; calls that began earlier keep their cost",
  }),
};

/** One change of a price, with its time. */
const PriceChange = z.object({
  price: ModelPrice.nullable().meta({ description: "null: removed" }),
  ...SetBy,
}).meta({ id: "PriceChange" });
export type PriceChange = z.output<typeof PriceChange>;

/** A price that an admin set. */
export const SetPrice = PricedModel.extend({
  price: ModelPrice.nullable().meta({ description: "Current price; null: removed" }),
  configured: ModelPrice.nullable().meta({
    description: "Configured price or list price, which applies without it; null: none",
  }),
  ...SetBy,
}).meta({
  id: "SetPrice",
  example: {
    provider: "vllm",
    model: "allam-7b",
    price: { input: "0.05", output: "0.1" },
    configured: null,
    set_by: "user:amal",
    set_at: "2026-11-24T09:30:00.000Z",
  },
});
export type SetPrice = z.output<typeof SetPrice>;

export const SetPriceDetail = SetPrice.extend({
  history: z.array(PriceChange).meta({ description: "The last 100 changes, newest first" }),
}).meta({ id: "SetPriceDetail" });

export const SetPriceQuery = GovernanceQuery.extend({
  search: GovernanceQuery.shape.search.meta({ description: "Text in the name of provider or model" }),
});

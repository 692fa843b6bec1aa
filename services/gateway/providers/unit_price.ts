import { z } from "zod";
import { nanoUsd } from "../money.ts";
import type { Units } from "../usage.ts";

const NO_AMOUNT = "must be a decimal number of US dollars";

/** An amount of US dollars. */
export const Decimal = z.union([z.string(), z.number().nonnegative()], NO_AMOUNT).transform(String)
  .refine((text) => /^\d{1,9}(\.\d{1,9})?$/.test(text), NO_AMOUNT);

/** US dollars per unit other than tokens. */
export const UnitPrice = z.strictObject({
  minute: Decimal.optional().meta({ description: "Per minute of audio" }),
  million_characters: Decimal.optional().meta({ description: "Per million characters of spoken text" }),
  image: z.union([Decimal, z.record(z.string(), Decimal)]).optional().meta({
    description:
      'A picture; or one for each quality and size: `{"1024x1024": "0.04", "hd 1024x1024": "0.08"}`',
  }),
  thousand_searches: Decimal.optional().meta({ description: "Per thousand searches (rerank)" }),
});
export type UnitPrice = z.output<typeof UnitPrice>;

/** Cost of `units` in nano US dollars, rounded up; undefined if `price` has none of them. */
export function unitCost(units: Units, price: UnitPrice | undefined): bigint | undefined {
  const { minute, million_characters, thousand_searches } = price ?? {};
  const { seconds, characters, images, searches } = units;
  const image = imagePrice(units, price);
  const costs = [
    cost(seconds, minute, 60_000n, 1000),
    cost(characters, million_characters, 1_000_000n),
    cost(images, image, 1n),
    cost(searches, thousand_searches, 1_000n),
  ].filter((each) => each !== undefined);
  return costs.length > 0 ? costs.reduce((a, b) => a + b) : undefined;
}

function imagePrice({ image_size = "" }: Units, price: UnitPrice | undefined): string | undefined {
  const image = price?.image;
  if (typeof image !== "object") return image;
  return Object.hasOwn(image, image_size) ? image[image_size] : undefined;
}

/** The cost of `count` units of `parts` parts each, at `price` per `per` parts. */
function cost(
  count: number | undefined,
  price: string | undefined,
  per: bigint,
  parts = 1,
): bigint | undefined {
  if (count === undefined || price === undefined) return undefined;
  return (BigInt(Math.ceil(count * parts)) * nanoUsd(price) + per - 1n) / per;
}

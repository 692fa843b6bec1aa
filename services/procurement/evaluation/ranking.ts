import type { Decimal } from "decimal.js";
import { D } from "../decimal.ts";

/** The fields of a bid that ranking reads; a bid without a total is not ranked. */
export interface Contender {
  id: string;
  total: Decimal | undefined;
  quality: Decimal | undefined;
  amount: Decimal;
}

/**
 * Ranks by total. Ties are broken by higher quality, then by lower amount; otherwise the bids share a rank.
 * The order of submission does not matter.
 */
export function rank(contenders: Contender[]): { ranks: Map<string, number>; ties: TieNote[] } {
  const zero = new D(0);
  const order = (a: Contender, b: Contender) =>
    cents(b).comparedTo(cents(a)) || (b.quality ?? zero).comparedTo(a.quality ?? zero) ||
    a.amount.comparedTo(b.amount);
  // Rounded totals are compared, so that equal displayed totals share a rank.
  const ranked = contenders.flatMap(({ total, ...rest }) =>
    total === undefined ? [] : [{ ...rest, total: total.toDecimalPlaces(2) }]
  ).sort(order);
  const ranks = new Map<string, number>();
  const ties: TieNote[] = [];
  ranked.forEach((contender, index) => {
    const before = ranked[index - 1];
    const shares = before !== undefined && order(before, contender) === 0;
    ranks.set(contender.id, shares ? ranks.get(before.id) ?? index + 1 : index + 1);
    if (before && cents(before).eq(cents(contender))) ties.push(tieNote(before, contender, shares));
  });
  return { ranks, ties };
}

function cents({ total }: Contender): Decimal {
  return total ?? new D(0);
}

/** Explains the ranks of bids with equal totals, in English and Arabic. */
export interface TieNote {
  en: string;
  ar: string;
}

function tieNote(before: Contender, after: Contender, shares: boolean): TieNote {
  const en = `Bids ${before.id} and ${after.id} have the same total`;
  const ar = `تساوى العطاءان ${before.id} و ${after.id} في المجموع`;
  if (shares) {
    return {
      en: `${en}, quality and amount: they share a rank`,
      ar: `${ar} والجودة والمبلغ: فهما في المرتبة نفسها`,
    };
  }
  const byQuality = !(before.quality ?? D(0)).eq(after.quality ?? D(0));
  return {
    en: `${en}: ${before.id} comes first for its ${byQuality ? "higher quality" : "lower amount"}`,
    ar: `${ar}: ويتقدم ${before.id} ${byQuality ? "لجودته الأعلى" : "لمبلغه الأقل"}`,
  };
}

import { D } from "../decimal.ts";
import { copiedTexts } from "./copied_text.ts";
import { nearIdenticalGroups } from "./near_identical.ts";
import type { RedFlag } from "./red_flag.ts";
import { WordNumbers } from "./word_numbers.ts";

/** A sentence in English and in Arabic. */
type BilingualText = [en: string, ar: string];

export interface FlaggedBid {
  id: string;
  amount: string;
  proposal: string;
  disqualified: boolean;
  late: boolean;
}

export interface FlaggedTender {
  description: string;
  requirements: string[];
  budget_min: number;
  budget_max: number;
  created_at: string;
  closes_at: string | null;
}

const OCP = "Open Contracting Partnership, Red Flags in Public Procurement (2024)";
const OECD = "OECD, Guidelines for Fighting Bid Rigging in Public Procurement";
const ALBs = "World Bank, Abnormally Low Bids and Proposals (2016)";

const SHORT_PERIOD_DAYS = 10;
const DAY_MS = 86_400_000;

/** All red flags with their published indicators. */
export function redFlags(tender: FlaggedTender, bids: FlaggedBid[]): RedFlag[] {
  const valid = bids.filter(({ disqualified }) => !disqualified);
  const numbers = new WordNumbers();
  const asked = [tender.description, ...tender.requirements].map((text) => numbers.of(text));
  const proposals = bids.map(({ proposal }) => numbers.of(proposal));
  return [
    ...shortPeriod(tender),
    ...bids.length === 1
      ? [
        flag("single_bid", `R018 Single bid received; ${OCP}`, [
          "Only one bid was received",
          "لم يُقدَّم سوى عطاء واحد",
        ], bids),
      ]
      : [],
    ...identicalPrices(bids),
    ...nearIdentical(bids, proposals),
    ...copied(bids, { asked, proposals }),
    ...disqualifications(bids, valid),
    ...overBudget(tender, valid),
    ...abnormallyLow(tender, valid),
    ...bids.filter(({ late }) => late).map((bid) =>
      flag("late_bid", `R030 Late bid; ${OCP}`, [
        "The bid came after the deadline and was admitted",
        "ورد العطاء بعد الموعد النهائي وقُبل",
      ], [bid])
    ),
  ];
}

function flag(
  code: string,
  indicator: string,
  [message, message_ar]: BilingualText,
  bids: FlaggedBid[],
): RedFlag {
  return { code, indicator, message, message_ar, bid_ids: bids.map(({ id }) => id) };
}

function shortPeriod({ created_at, closes_at }: FlaggedTender): RedFlag[] {
  if (!closes_at) return [];
  const days = (Date.parse(closes_at) - Date.parse(created_at)) / DAY_MS;
  if (days >= SHORT_PERIOD_DAYS) return [];
  const had = Math.max(0, days).toFixed(1);
  return [
    flag("short_period", `R003 Short submission period; ${OCP}`, [
      `Bidders had ${had} days, fewer than ${SHORT_PERIOD_DAYS}`,
      `مدة تقديم العطاءات بالأيام ${had}، وهي أقل من ${SHORT_PERIOD_DAYS}`,
    ], []),
  ];
}

function identicalPrices(bids: FlaggedBid[]): RedFlag[] {
  const groups = Map.groupBy(bids, ({ amount }) => new D(amount).toString());
  return [...groups].filter(([, same]) => same.length > 1).map(([amount, same]) =>
    flag(
      "identical_prices",
      `R028 Identical bid prices; ${OCP}`,
      [
        `${same.length} bids ask for exactly ${amount}`,
        `عدد العطاءات التي تطلب ${amount} بالضبط: ${same.length}`,
      ],
      same,
    )
  );
}

function nearIdentical(bids: FlaggedBid[], proposals: Uint32Array[]): RedFlag[] {
  return nearIdenticalGroups(proposals).map((group) =>
    flag(
      "near_identical_proposals",
      `Similarities between bids; ${OECD}`,
      [
        `${group.length} proposals are the same text, or nearly so`,
        `عدد العروض المتطابقة نصًّا أو المتقاربة جدًّا: ${group.length}`,
      ],
      group.flatMap((index) => bids[index] ?? []),
    )
  );
}

/** Flags bids that repeat the tender's words, since they describe the bidder too little. */
function copied(
  bids: FlaggedBid[],
  { asked, proposals }: { asked: Uint32Array[]; proposals: Uint32Array[] },
): RedFlag[] {
  return copiedTexts(asked, proposals).flatMap(({ index, share }) => {
    const percent = Math.round(share * 100);
    return flag("copied_text", `Bids that repeat the tender's text; ${OECD}`, [
      `${percent} % of the proposal repeats the tender's words`,
      `نسبة ما يكرره العرض من نص المناقصة: ${percent} %`,
    ], bids.slice(index, index + 1));
  });
}

function disqualifications(bids: FlaggedBid[], valid: FlaggedBid[]): RedFlag[] {
  const out = bids.filter(({ disqualified }) => disqualified);
  if (out.length === 0) return [];
  const flags: RedFlag[] = [];
  if (bids.length > 2 && valid.length === 1) {
    flags.push(
      flag(
        "all_but_one_disqualified",
        `R035 All except one bid disqualified; ${OCP}`,
        ["All bids but one were disqualified", "استُبعدت جميع العطاءات إلا واحدًا"],
        out,
      ),
    );
  }
  const lowest = D.min(...bids.map(({ amount }) => amount));
  const cheapest = bids.find(({ amount }) => lowest.eq(amount));
  if (cheapest?.disqualified) {
    flags.push(
      flag("lowest_disqualified", `R036 Lowest bid disqualified; ${OCP}`, [
        "The lowest bid was disqualified",
        "استُبعد أقل العطاءات سعرًا",
      ], [cheapest]),
    );
  }
  return flags;
}

function overBudget({ budget_max }: FlaggedTender, valid: FlaggedBid[]): RedFlag[] {
  if (budget_max <= 0) return [];
  const over = valid.filter(({ amount }) => new D(amount).gt(budget_max));
  const indicator = `Price above the estimate; ${OECD}`;
  return over.length === 0 ? [] : [
    flag("over_budget", indicator, [
      `${over.length} bids ask for more than the budget`,
      `عدد العطاءات التي تتجاوز الميزانية: ${over.length}`,
    ], over),
  ];
}

/**
 * Flags abnormally low prices for a justification: below 80 % of the middle of the budget; or, with five bids
 * or more, below the mean minus one standard deviation (of the sample) and below 85 % of the mean. The bids
 * stay in the evaluation.
 */
function abnormallyLow({ budget_min, budget_max }: FlaggedTender, valid: FlaggedBid[]): RedFlag[] {
  const amounts = valid.map(({ amount }) => new D(amount));
  const least = budget_max > 0 ? new D(budget_min).plus(budget_max).div(2).times(0.8) : undefined;
  const mean = amounts.length >= 5 ? D.sum(...amounts).div(amounts.length) : undefined;
  const deviation = mean &&
    D.sum(...amounts.map((amount) => amount.minus(mean).pow(2))).div(amounts.length - 1).sqrt();
  const low = valid.filter((_bid, index) => {
    const amount = amounts[index] ?? new D(0);
    if (least && amount.lt(least)) return true;
    return mean !== undefined && deviation !== undefined && amount.lt(mean.minus(deviation)) &&
      amount.lt(mean.times(0.85));
  });
  return low.map((bid) =>
    flag(
      "abnormally_low",
      `Absolute and relative approach; ${ALBs}`,
      ["The price is so low that it needs a justification", "السعر منخفض إلى حد يستوجب التبرير"],
      [bid],
    )
  );
}

import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { feature, invalidInput, json, missing, upstreamFailed } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { Provider } from "lib/provider.ts";
import type { Market, MarketStore } from "./market_store.ts";
import type { Tender } from "./tender.ts";
import { TenderId } from "./tenders.ts";
import type { TenderStore } from "./tenders_store.ts";
import { worded, type Words } from "./wording.ts";

const Analysis = z.object({
  tender_id: z.string(),
  risk_assessment: z.array(z.string()),
  market_comparison: z.string(),
  suggested_weights: z.record(z.string(), z.number()).meta({ description: "sum to 1" }),
  recommendation: z.string(),
  model_used: z.string().nullable().meta({ description: "the model that wrote the words; null: none did" }),
}).meta({
  id: "TenderAnalysis",
  example: {
    tender_id: "019a0000-0000-7000-8000-000000000001",
    risk_assessment: ["The tender states no mandatory requirements"],
    market_comparison: "3 past tenders of category it in AED drew 4 bids on average, from 450000 to 720000",
    suggested_weights: { price: 0.4, quality: 0.3, delivery: 0.15, compliance: 0.15 },
    recommendation: "Settle 1 risk before publishing",
    model_used: null,
  },
});

export interface AnalysisDeps {
  tenders: TenderStore;
  market: MarketStore;
  /** The gateway and the model that may word an analysis; without a model the data words it. */
  provider: Provider;
  model: string | undefined;
  now?: () => number;
}

/** The analysis of a tender: risks, comparison and weights from data; only the words may be a model's. */
export function analysis(
  { tenders, market, provider, model, now = Date.now }: AnalysisDeps,
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/tenders/{tender_id}/analyze",
      summary: "Analyse a tender before its bids come",
      request: { params: TenderId },
      responses: { 200: json(Analysis, "The analysis"), ...missing, ...invalidInput, ...upstreamFailed },
    }),
    async (c) => {
      const tender = await tenders.find(c.req.valid("param").tender_id);
      if (!tender) throw notFound("Tender");
      const past = await market.of(tender);
      const plain = fromData(tender, past, now());
      const words = model
        ? await worded({ tender, words: plain, provider, model, signal: c.req.raw.signal })
        : plain;
      const suggested_weights = suggestedWeights(tender);
      return c.json({ tender_id: tender.id, ...words, suggested_weights, model_used: model ?? null }, 200);
    },
  );

  return app;
}

const DAY_MS = 86_400_000;

/** What the data says without a model. */
export function fromData(tender: Tender, market: Market, now: number): Words {
  const risks = risksOf(tender, market, now);
  return {
    risk_assessment: risks,
    market_comparison: comparison(tender, market),
    recommendation: risks.length === 0
      ? "Nothing in the data speaks against publishing as it is"
      : `Settle ${risks.length} ${risks.length === 1 ? "risk" : "risks"} first; the first is: ${risks[0]}`,
  };
}

function risksOf(tender: Tender, market: Market, now: number): string[] {
  const days = tender.closes_at === null ? undefined : (Date.parse(tender.closes_at) - now) / DAY_MS;
  const middle = (tender.budget_min + tender.budget_max) / 2;
  const offMarket = market.median !== null && tender.budget_max > 0 && middle > 0
    ? middle / market.median
    : 1;
  const risks: [boolean, string][] = [
    [days === undefined, "No deadline is stated: bids could be submitted without end"],
    [
      days !== undefined && days >= 0 && days < 10,
      `Bidders have ${Math.floor(days ?? 0)} days, fewer than ten`,
    ],
    [tender.requirements.length === 0, "No mandatory requirements are stated: compliance cannot be compared"],
    [
      Object.keys(tender.evaluation_criteria).length === 0,
      "No criteria are stated: the platform's usual weights apply",
    ],
    [tender.budget_max === 0, "No budget is stated: prices can be compared with each other only"],
    [tender.description.length < 100, "The description is short: bids will be hard to compare"],
    [(tender.evaluation_criteria.price ?? 0) > 0.7, "Price weighs more than 0.7: quality hardly counts"],
    [
      market.tenders > 0 && market.average_bids < 3,
      `Past tenders drew ${market.average_bids} bids on average: competition is low`,
    ],
    [offMarket < 0.7, "The budget is more than 30 % below what past bids asked"],
    [offMarket > 1.4, "The budget is more than 40 % above what past bids asked"],
  ];
  return risks.filter(([holds]) => holds).map(([, sentence]) => sentence);
}

function comparison({ category, currency }: Tender, market: Market): string {
  if (market.tenders === 0) return `No past tender of category ${category} in ${currency} to compare with`;
  return `${market.tenders} past tenders of category ${category} in ${currency} drew ${market.average_bids} bids on average, ` +
    `from ${market.lowest} to ${market.highest}, half of them up to ${market.median}`;
}

/** The tender's own weights scaled to sum to 1; without any, by what it asks for. */
export function suggestedWeights(tender: Tender): Record<string, number> {
  const stated = Object.entries(tender.evaluation_criteria);
  const demanding = tender.requirements.length >= 5;
  const weights = stated.length > 0 ? stated : Object.entries({
    price: demanding ? 0.35 : 0.4,
    quality: 0.3,
    delivery: 0.15,
    compliance: demanding ? 0.2 : 0.15,
  });
  const sum = weights.reduce((total, [, weight]) => total + weight, 0) || 1;
  const parts = weights.map((
    [name, weight],
  ): [string, number] => [name, Math.round(weight / sum * 1000) / 1000]);
  // What rounding took or gave goes to the heaviest.
  const rest = 1 - parts.reduce((total, [, weight]) => total + weight, 0);
  const heaviest = parts.reduce((best, part) => part[1] > best[1] ? part : best, parts[0] ?? ["", 0]);
  heaviest[1] = Math.round((heaviest[1] + rest) * 1000) / 1000;
  return Object.fromEntries(parts);
}

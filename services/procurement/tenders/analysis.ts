import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { Provider } from "lib/providers/provider.ts";
import type { AppEnv } from "lib/service/service.ts";
import { Findings, fromData, Language, languageOf, suggestedWeights } from "./findings.ts";
import type { MarketStore } from "./market_store.ts";
import { checkedWords, DroppedSentence, ModelWords } from "./model_words.ts";
import { TenderId } from "./tenders.ts";
import type { TenderStore } from "./tenders_store.ts";
import { tenderText, wordFindings } from "./wording.ts";

const Analysis = z.object({
  tender_id: z.string(),
  language: Language.meta({ description: "the tender's language" }),
  ...Findings.shape,
  suggested_weights: z.record(z.string(), z.number()).meta({ description: "sum to 1" }),
  model_used: z.string().nullable().meta({
    description: "the model that comments; null: none is set",
  }),
  model_words: ModelWords.nullable().meta({
    description: "a model's comment on the findings; null: none",
  }),
  model_dropped: z.array(DroppedSentence).meta({
    description: "sentences dropped because they contradict the findings",
  }),
  model_failure: z.string().nullable().meta({
    description: "why the model's comment is missing",
  }),
}).meta({
  id: "TenderAnalysis",
  example: {
    tender_id: "019a0000-0000-7000-8000-000000000001",
    language: "en",
    risk_assessment: ["No mandatory requirements are stated: compliance cannot be compared"],
    market_comparison: "3 past tenders of category it in AED drew 4 bids on average, from 450000 to 720000",
    suggested_weights: { price: 0.4, quality: 0.3, delivery: 0.15, compliance: 0.15 },
    recommendation: "Settle 1 risk first; the first is: No mandatory requirements are stated",
    model_used: null,
    model_words: null,
    model_dropped: [],
    model_failure: null,
  },
});

export interface AnalysisDeps {
  tenders: TenderStore;
  market: MarketStore;
  /** The gateway and the model that may word an analysis; without a model it contains only the findings. */
  provider: Provider;
  model: string | undefined;
  /** Timeout of the model, in milliseconds. */
  modelTimeoutMs?: number;
  now?: () => number;
}

/** Analyses a tender: risks, comparison and weights from data, with a model's wording beside them. */
export function analysis(
  { tenders, market, provider, model, modelTimeoutMs, now = Date.now }: AnalysisDeps,
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "analyzeTender",
      method: "post",
      path: "/tenders/{tender_id}/analyze",
      tags: ["tenders"],
      summary: "Analyse a tender before bids arrive",
      heavy: true,
      request: { params: TenderId },
      answers: { 200: json(Analysis, "The analysis") },
      fails: { 404: "No such tender" },
    }),
    async (c) => {
      const tender = await tenders.find(c.req.valid("param").tender_id);
      if (!tender) throw notFound("Tender");
      const findings = fromData(tender, await market.of(tender), now());
      const { signal } = c.req.raw;
      const words = model === undefined
        ? undefined
        : await wordFindings({ tender, findings, provider, model, signal, timeoutMs: modelTimeoutMs });
      const checked = typeof words === "object"
        ? checkedWords(words, { findings, tender: tenderText(tender), language: languageOf(tender) })
        : undefined;
      return c.json({
        tender_id: tender.id,
        language: languageOf(tender),
        ...findings,
        suggested_weights: suggestedWeights(tender),
        model_used: model ?? null,
        model_words: checked?.words ?? null,
        model_dropped: checked?.dropped ?? [],
        model_failure: typeof words === "string" ? words : null,
      }, 200);
    },
  );

  return app;
}

import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Tender } from "../tenders/tender.ts";

export type ReportLanguage = "en" | "ar" | "both";

/** A sentence or label in both of the platform's languages. */
export type Bilingual = { en?: string; ar?: string };

/** What a committee signs: everything the evaluation rests on, as it was. */
export interface ReportContent {
  language: ReportLanguage;
  title: Bilingual;
  tender: Tender;
  method: Bilingual;
  criteria: Evaluation["criteria"];
  /** Bid × criterion. */
  scores: {
    bid_id: string;
    supplier: string;
    rank: number | null;
    total: number | null;
    by_criterion: Record<string, number | null>;
  }[];
  /** Requirement × bid. */
  compliance: { requirement: string; by_bid: Record<string, string> }[];
  ranking: Evaluation["ranking"];
  notes: { en: string[]; ar: string[] };
  tie_notes: string[];
  warnings: string[];
  red_flags: Evaluation["red_flags"];
  recommendation: string;
  recommendation_ar: string;
  evaluation_version: number;
  inputs_sha256: string;
  evaluated_at: string;
}

const TITLE = { en: "Bid evaluation report", ar: "تقرير تقييم العطاءات" };
const METHOD = {
  en:
    "Price and delivery score 100 times the lowest valid value divided by the bid's own. Compliance scores the share of " +
    "requirements met. Other criteria score the mean of the evaluators' scores or, where nobody scored, the share of the " +
    "tender's terms that the bid covers, and are labelled so. The total is the sum of each score times its effective weight. " +
    "Equal totals are ordered by quality, then by amount; else they share a rank. No model sets or changes a number.",
  ar:
    "درجة السعر والتسليم تساوي مئة مضروبة في أقل قيمة مقبولة مقسومة على قيمة العطاء. درجة الامتثال هي نسبة المتطلبات " +
    "المستوفاة. أما المعايير الأخرى فدرجتها متوسط درجات المقيّمين، وإن لم يقيّمها أحد فهي نسبة ما يغطيه العطاء من عبارات " +
    "المناقصة، ويُشار إلى ذلك. والمجموع هو حاصل جمع كل درجة مضروبة في وزنها الفعلي. وعند التساوي يُقدَّم الأعلى جودة ثم الأقل " +
    "سعرًا، وإلا تقاسمت العطاءات المرتبة نفسها. ولا يحدد أي نموذج رقمًا ولا يغيّره.",
};

/** The content of a report from a tender and the latest version of its evaluation. */
export function reportContent(
  tender: Tender,
  evaluation: Evaluation,
  language: ReportLanguage,
): ReportContent {
  return {
    language,
    title: inLanguage(TITLE, language),
    tender,
    method: inLanguage(METHOD, language),
    criteria: evaluation.criteria,
    scores: evaluation.evaluations.map((bid) => ({
      bid_id: bid.bid_id,
      supplier: bid.supplier_name,
      rank: bid.rank,
      total: bid.total_score,
      by_criterion: Object.fromEntries(
        Object.entries(bid.criterion_scores).map(([name, { score }]) => [name, score]),
      ),
    })),
    compliance: tender.requirements.map((requirement, index) => ({
      requirement,
      by_bid: Object.fromEntries(
        evaluation.evaluations.map((bid) => [
          bid.bid_id,
          bid.compliance_check.requirements[index]?.status ?? "unclear",
        ]),
      ),
    })),
    ranking: evaluation.ranking,
    notes: notesOf(evaluation),
    tie_notes: evaluation.tie_notes,
    warnings: evaluation.warnings,
    red_flags: evaluation.red_flags,
    recommendation: evaluation.recommendation,
    recommendation_ar: evaluation.recommendation_ar,
    evaluation_version: evaluation.version,
    inputs_sha256: evaluation.inputs_sha256,
    evaluated_at: evaluation.evaluated_at,
  };
}

/** Ties, what was left out or disqualified, and scores that no evaluator gave; bids by their suppliers' names. */
function notesOf(evaluation: Evaluation): ReportContent["notes"] {
  const { evaluations, tie_notes, tie_notes_ar, warnings, warnings_ar } = evaluation;
  const names = new Map(evaluations.map(({ bid_id, supplier_name }) => [bid_id, supplier_name]));
  const named = (note: string) => note.replace(/[0-9a-f-]{36}/g, (id) => names.get(id) ?? id);
  const out = evaluations.flatMap(({ supplier_name, disqualified_reason: reason }) =>
    reason === null ? [] : [{ supplier_name, reason }]
  );
  const covered = coverageOf(evaluation);
  return {
    en: [
      ...[...tie_notes, ...warnings].map(named),
      ...out.map(({ supplier_name, reason }) => `${supplier_name} is disqualified: ${reason}`),
      ...covered.map(({ names, suppliers }) =>
        `Coverage, for no evaluator scored it: ${names.join(", ")}${among(suppliers, ", ")}`
      ),
    ],
    // Evaluations of an earlier version have none in Arabic.
    ar: [
      ...[...tie_notes_ar ?? tie_notes, ...warnings_ar ?? warnings].map(named),
      ...out.map(({ supplier_name, reason }) => `استُبعد عطاء ${supplier_name}: ${reason}`),
      ...covered.map(({ names, suppliers }) =>
        `نسبة التغطية، إذ لم يقيّمه أحد: ${names.join("، ")}${among(suppliers, "، ")}`
      ),
    ],
  };
}

/** Criteria that no evaluator scored, those of the same bids together; of all bids where there are no suppliers. */
function coverageOf({ evaluations, criteria }: Evaluation): { names: string[]; suppliers: string[] }[] {
  const covered = criteria.map(({ name }) => ({
    name,
    suppliers: evaluations.flatMap(({ criterion_scores, supplier_name }) => {
      const { score, method } = criterion_scores[name] ?? { score: null };
      return score !== null && method === "coverage" ? [supplier_name] : [];
    }),
  })).filter(({ suppliers }) => suppliers.length > 0);
  return [...Map.groupBy(covered, ({ suppliers }) => JSON.stringify(suppliers)).values()].map((alike) => {
    const { suppliers = [] } = alike[0] ?? {};
    return {
      names: alike.map(({ name }) => name),
      suppliers: suppliers.length === evaluations.length ? [] : suppliers,
    };
  });
}

function among(suppliers: string[], comma: string): string {
  return suppliers.length > 0 ? ` (${suppliers.join(comma)})` : "";
}

function inLanguage({ en, ar }: { en: string; ar: string }, language: ReportLanguage): Bilingual {
  if (language === "both") return { en, ar };
  return language === "ar" ? { ar } : { en };
}

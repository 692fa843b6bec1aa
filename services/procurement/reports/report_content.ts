import type { KeptEvaluation } from "../evaluation/evaluation.ts";
import type { Tender } from "../tenders/tender.ts";
import type { Bilingual, ReportContent, ReportLanguage } from "./report.ts";
import { opinionNotes, opinionsAbout } from "./report_proposals.ts";

const TITLE = { en: "Bid evaluation report", ar: "تقرير تقييم العطاءات" };
const METHOD = {
  en:
    "Price and delivery score 100 times the lowest valid value divided by the bid's own. Compliance scores the share of " +
    "requirements met. Other criteria score the mean of the evaluators' scores. A criterion that some valid bid has no " +
    "score for counts for none. The total is the sum of each score times its effective weight, both as printed here. " +
    "Equal totals are ordered by quality, then by amount; else they share a rank. No model sets or changes a number.",
  ar:
    "درجة السعر والتسليم تساوي مئة مضروبة في أقل قيمة مقبولة مقسومة على قيمة العطاء. درجة الامتثال هي نسبة المتطلبات " +
    "المستوفاة. أما المعايير الأخرى فدرجتها متوسط درجات المقيّمين. ولا يُحتسب معيار ليس لكل عطاء مقبول درجة فيه. والمجموع هو " +
    "حاصل جمع كل درجة مضروبة في وزنها الفعلي كما هما مطبوعان هنا. وعند التساوي يُقدَّم الأعلى جودة ثم الأقل سعرًا، وإلا تقاسمت " +
    "العطاءات المرتبة نفسها. ولا يحدد أي نموذج رقمًا ولا يغيّره.",
};

/**
 * The last evaluation of a settled tender whose bids or judgements changed after it: it says so, and
 * recommends nothing that was not awarded.
 */
export function asOutdated(evaluation: KeptEvaluation, { status }: Pick<Tender, "status">): KeptEvaluation {
  const { version, missing, missing_ar } = evaluation;
  const en = `an evaluation of the last state: bids or judgements changed after version ${version}`;
  const ar = `تقييم للحالة الأخيرة: فقد تغيرت العطاءات أو الأحكام بعد النسخة ${version}`;
  const withheld = {
    recommendation: "No recommendation: bids or judgements changed after this evaluation",
    recommendation_ar: "لا توصية: فقد تغيرت العطاءات أو الأحكام بعد هذا التقييم",
    recommendation_withheld: true,
  };
  return {
    ...evaluation,
    ...status === "awarded" ? {} : withheld,
    preliminary: true,
    missing: [...missing, en],
    missing_ar: [...missing_ar, ar],
  };
}

/** Builds the content of a report from a tender and the latest version of its evaluation. */
export function reportContent(
  tender: Tender,
  evaluation: KeptEvaluation,
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
      amount: bid.amount,
      delivery_days: bid.delivery_days,
      rank: bid.rank,
      total: bid.total_score,
      by_criterion: Object.fromEntries(
        Object.entries(bid.criterion_scores).map(([name, { score }]) => [name, score]),
      ),
    })),
    compliance: tender.requirements.map((requirement, index) => ({
      requirement,
      proposals: opinionsAbout(index, "proposal", evaluation),
      suggestions: opinionsAbout(index, "suggestion", evaluation),
      by_bid: Object.fromEntries(
        evaluation.evaluations.map((bid) => [
          bid.bid_id,
          bid.compliance_check.requirements[index]?.status ?? "unclear",
        ]),
      ),
    })),
    ranking: evaluation.ranking,
    preliminary: evaluation.preliminary,
    late_bids: evaluation.late_bids,
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

/**
 * Notes on ties, missing and ignored data, late and disqualified bids, and text coverage, with supplier
 * names.
 */
function notesOf(evaluation: KeptEvaluation): ReportContent["notes"] {
  const { evaluations, late_bids } = evaluation;
  const names = new Map(evaluations.map(({ bid_id, supplier_name }) => [bid_id, supplier_name]));
  const named = (note: string) => note.replace(/[0-9a-f-]{36}/g, (id) => names.get(id) ?? id);
  const out = evaluations.flatMap(({ supplier_name, disqualified_reason: reason }) =>
    reason === null ? [] : [{ supplier_name, reason }]
  );
  const covered = coverageOf(evaluation);
  const proposed = opinionNotes(evaluation);
  return {
    en: [
      ...[...evaluation.tie_notes, ...evaluation.warnings].map(named),
      ...evaluation.missing.map((what) => `Missing: ${what}`),
      ...out.map(({ supplier_name, reason }) => `${supplier_name} is disqualified: ${reason}`),
      ...late_bids.map(({ supplier_name }) =>
        `The late bid of ${supplier_name} is not admitted: it counts for nothing`
      ),
      ...covered.map(({ names, suppliers }) =>
        `Preliminary order by text coverage, for no evaluator scored it: ${names.join(", ")}${
          among(suppliers, ", ")
        }`
      ),
      ...proposed.en,
    ],
    ar: [
      ...[...evaluation.tie_notes_ar, ...evaluation.warnings_ar].map(named),
      ...evaluation.missing_ar.map((what) => `ما ينقص: ${what}`),
      ...out.map(({ supplier_name, reason }) => `استُبعد عطاء ${supplier_name}: ${reason}`),
      ...late_bids.map(({ supplier_name }) => `عطاء ${supplier_name} متأخر ولم يُقبل: فلا يُحتسب`),
      ...covered.map(({ names, suppliers }) =>
        `ترتيب أولي بنسبة التغطية النصية، إذ لم يقيّمه أحد: ${names.join("، ")}${among(suppliers, "، ")}`
      ),
      ...proposed.ar,
    ],
  };
}

/** Criteria without evaluators' scores, grouped by bids; an empty list of suppliers means all bids. */
function coverageOf({ evaluations, criteria }: KeptEvaluation): { names: string[]; suppliers: string[] }[] {
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

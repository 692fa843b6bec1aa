import type { BidEvaluation, Evaluation } from "./evaluation.ts";
import type { RedFlag } from "./red_flag.ts";
import type { Bilingual } from "./scoring.ts";

export type Recommendation = Pick<
  Evaluation,
  "recommendation" | "recommendation_ar" | "recommendation_withheld"
>;

interface Ground {
  evaluations: BidEvaluation[];
  ranking: Evaluation["ranking"];
  flags: RedFlag[];
  missing: Bilingual[];
}

/**
 * The recommended bid, or why there is none. A recommendation needs a score under every criterion for every
 * valid bid, a single bid in first place, and that bid meeting every requirement.
 */
export function recommendation({ evaluations, ranking, flags, missing }: Ground): Recommendation {
  const first = ranking.filter(({ rank }) => rank === 1);
  const best = evaluations.find(({ bid_id }) => bid_id === first[0]?.bid_id);
  if (evaluations.every(({ disqualified_reason }) => disqualified_reason !== null)) {
    return withheld("There is no valid bid to recommend", "لا يوجد عطاء مقبول يمكن التوصية به");
  }
  const lacking = [...missing, ...best && first.length === 1 ? openRequirements(best) : []];
  if (lacking.length > 0 || !best) {
    return withheld(
      `No recommendation yet. Missing: ${lacking.map(({ en }) => en).join("; ")}`,
      `لا توصية بعد. ما ينقص: ${lacking.map(({ ar }) => ar).join("؛ ")}`,
    );
  }
  const total = best.total_score;
  const review = flags.length > 0
    ? `; ${flags.length} ${flags.length === 1 ? "red flag deserves" : "red flags deserve"} a look first`
    : "";
  const reviewAr = flags.length > 0 ? `؛ وهناك ما يستدعي المراجعة أولًا: ${flagsAr(flags.length)}` : "";
  if (first.length > 1) {
    return withheld(
      `${first.length} bids share the first rank with ${total}: the committee decides${review}`,
      `تتقاسم ${first.length} عطاءات المرتبة الأولى بمجموع ${total}: والقرار للجنة${reviewAr}`,
    );
  }
  return {
    recommendation:
      `Award to ${best.supplier_name} (bid ${best.bid_id}), first with ${total} of 100${review}`,
    recommendation_ar:
      `الترسية على ${best.supplier_name}، صاحب المرتبة الأولى بمجموع ${total} من 100${reviewAr}`,
    recommendation_withheld: false,
  };
}

/** Requirements without a finding of `met` for the first-ranked bid. */
function openRequirements({ compliance_check, supplier_name }: BidEvaluation): Bilingual[] {
  const { unclear, not_met } = compliance_check;
  return [
    ...unclear > 0
      ? [{
        en: `${unclear} ${
          unclear === 1 ? "requirement" : "requirements"
        } of ${supplier_name} still to be confirmed`,
        ar: `ما زال عطاء ${supplier_name} بحاجة إلى تأكيد ${requirementsAr(unclear)}`,
      }]
      : [],
    ...not_met > 0
      ? [{
        en: `${supplier_name} does not meet ${not_met} ${not_met === 1 ? "requirement" : "requirements"}`,
        ar: `لا يستوفي عطاء ${supplier_name} ${requirementsAr(not_met)}`,
      }]
      : [],
  ];
}

const arabicForm = new Intl.PluralRules("ar");

/**
 * A counted noun in Arabic: zero, one and two have words of their own, and other numbers inflect the noun.
 */
function countAr(n: number, forms: { one: string; two: string; few: string; many: string; other: string }) {
  const form = arabicForm.select(n);
  if (form === "one" || form === "two") return forms[form];
  return `${n} ${form === "zero" ? forms.other : forms[form]}`;
}

const flagsAr = (n: number) =>
  countAr(n, { one: "مؤشر واحد", two: "مؤشران", few: "مؤشرات", many: "مؤشرًا", other: "مؤشر" });

const requirementsAr = (n: number) =>
  countAr(n, { one: "متطلب واحد", two: "متطلبين", few: "متطلبات", many: "متطلبًا", other: "متطلب" });

function withheld(recommendation: string, recommendation_ar: string): Recommendation {
  return { recommendation, recommendation_ar, recommendation_withheld: true };
}

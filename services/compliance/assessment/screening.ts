/** The screening of a system for the prohibited practices and high-risk uses of the EU AI Act. */
import { z } from "@hono/zod-openapi";
import { Bilingual } from "../catalogue/bilingual.ts";
import { namedUse } from "./named_use.ts";
import type { RiskLevel } from "./vocabulary.ts";

/** The framework whose certificates need the screening. */
export const SCREENED_FRAMEWORK = "eu-ai-act";

/** Art. 5(1)(a) to (h) of Regulation (EU) 2024/1689, what its amendment (EU) 2026/1744 adds, and Annex III. */
export const QUESTIONS = {
  manipulation: {
    en:
      "Art. 5(1)(a): does it manipulate or deceive people, or work below their awareness, so that harm is likely?",
    ar: "المادة 5(1)(أ): هل يتلاعب بالناس أو يخدعهم أو يعمل دون وعيهم بما يُرجَّح معه الضرر؟",
  },
  exploited_weakness: {
    en: "Art. 5(1)(b): does it exploit weaknesses of age, disability or a social or economic situation?",
    ar: "المادة 5(1)(ب): هل يستغل ضعفًا ناشئًا عن السن أو الإعاقة أو الوضع الاجتماعي أو الاقتصادي؟",
  },
  social_scoring: {
    en: "Art. 5(1)(c): does it score people by social conduct or traits, to their unjustified disadvantage?",
    ar: "المادة 5(1)(ج): هل يقيّم الأشخاص بحسب سلوكهم الاجتماعي أو صفاتهم بما يضرّ بهم دون مبرر؟",
  },
  crime_prediction: {
    en: "Art. 5(1)(d): does it predict crimes of a person by profiling or traits of personality alone?",
    ar: "المادة 5(1)(د): هل يتنبأ بارتكاب شخص جريمة بالتنميط أو السمات الشخصية وحدها؟",
  },
  face_scraping: {
    en: "Art. 5(1)(e): does it collect faces from the internet or cameras without a target, for recognition?",
    ar: "المادة 5(1)(هـ): هل يجمع صور الوجوه من الإنترنت أو الكاميرات جمعًا غير موجَّه للتعرف عليها؟",
  },
  emotion_recognition: {
    en: "Art. 5(1)(f): does it infer emotions at work or in education, but for medical or safety reasons?",
    ar: "المادة 5(1)(و): هل يستنتج المشاعر في العمل أو التعليم لغير أسباب طبية أو أسباب سلامة؟",
  },
  biometric_categorisation: {
    en: "Art. 5(1)(g): does it infer race, opinions, religion, sex life or the like from biometric data?",
    ar: "المادة 5(1)(ز): هل يستنتج العرق أو الآراء أو الدين أو الحياة الجنسية ونحوها من بيانات بيومترية؟",
  },
  remote_identification: {
    en: "Art. 5(1)(h): does it identify people live, by biometrics, in public places for law enforcement?",
    ar: "المادة 5(1)(ح): هل يحدد هوية الأشخاص بيومتريًا ومباشرةً في الأماكن العامة لإنفاذ القانون؟",
  },
  intimate_pictures: {
    en:
      "Art. 5 as amended by (EU) 2026/1744: can it make intimate pictures of people without their consent, or " +
      "sexual material of children?",
    ar: "المادة 5 المعدلة باللائحة 2026/1744: هل يتيح صنع صور حميمة للأشخاص بلا موافقتهم أو مواد جنسية للأطفال؟",
  },
  annex_iii: {
    en: "Annex III: is it used for any of the purposes listed there as high-risk?",
    ar: "الملحق الثالث: هل يُستخدم لأي غرض من الأغراض المدرجة فيه عالية المخاطر؟",
  },
} as const satisfies Record<string, Bilingual>;
export type Question = keyof typeof QUESTIONS;

const Answer = z.enum(["yes", "no"]);
const answer = (question: Question) =>
  Answer.optional().meta({ description: `${QUESTIONS[question].en} ${QUESTIONS[question].ar}` });

/** The answers that a request gives; a question without an answer stays open. */
export const ScreeningInput = z.strictObject({
  manipulation: answer("manipulation"),
  exploited_weakness: answer("exploited_weakness"),
  social_scoring: answer("social_scoring"),
  crime_prediction: answer("crime_prediction"),
  face_scraping: answer("face_scraping"),
  emotion_recognition: answer("emotion_recognition"),
  biometric_categorisation: answer("biometric_categorisation"),
  remote_identification: answer("remote_identification"),
  intimate_pictures: answer("intimate_pictures"),
  annex_iii: answer("annex_iii"),
}).meta({
  id: "ScreeningInput",
  description: "Answers to the practices of Art. 5 and to Annex III of the EU AI Act, which a certificate " +
    "under it needs in full; a yes raises the risk that is assessed",
});
export type ScreeningInput = z.output<typeof ScreeningInput>;

const Words = Bilingual.extend({
  en: Bilingual.shape.en.meta({ description: "In English" }),
  ar: Bilingual.shape.ar.meta({ description: "In Arabic" }),
});

/** The screening as a report keeps it; the report says who answered, and when. */
export const Screening = z.object({
  answers: z.array(z.object({
    question: z.string().meta({ description: "The field of the request" }),
    text: Words.meta({ description: "The question as it was asked" }),
    answer: Answer.nullable().meta({ description: "yes or no; null: not answered" }),
  })).meta({ description: "Every question, in order" }),
  contradicted_by: Words.nullable().meta({
    description: "Contradiction: a use stated by the system's name or type and denied by the answers",
  }),
});
export type Screening = z.output<typeof Screening>;

interface Screened {
  system_name: string;
  system_type: string;
  screening?: ScreeningInput | undefined;
}

/** The record of a request's answers; null where it gives none. */
export function screeningOf(input: Screened): Screening | null {
  const { screening } = input;
  if (!screening) return null;
  const denied = [namedUse(input.system_name), namedUse(input.system_type)].find((named) =>
    named && (named.risk === "high" ? screening.annex_iii === "no" : !practised(screening))
  );
  return {
    answers: ScreeningInput.keyof().options.map((question) => ({
      question,
      text: QUESTIONS[question],
      answer: screening[question] ?? null,
    })),
    contradicted_by: denied?.use ?? null,
  };
}

/** The least risk that the answers leave; undefined where they raise none. */
export function answeredRisk(screening: ScreeningInput | undefined): RiskLevel | undefined {
  if (!screening) return undefined;
  if (practised(screening)) return "unacceptable";
  return screening.annex_iii === "yes" ? "high" : undefined;
}

function practised({ annex_iii: _, ...practices }: ScreeningInput): boolean {
  return Object.values(practices).includes("yes");
}

/** Reasons against a certificate that the screening leaves, the questions without an answer among them. */
export function screeningLacks(screening: Screening | null): string[] {
  const answered = new Set(screening?.answers.flatMap(({ question, answer }) => answer ? [question] : []));
  const open = Object.entries(QUESTIONS).filter(([question]) => !answered.has(question));
  return [
    ...open.map(([question, { en, ar }]) =>
      `${SCREENED_FRAMEWORK}: screening.${question} has no answer: ${en} ${ar}`
    ),
    ...screening?.contradicted_by
      ? [
        `${SCREENED_FRAMEWORK}: the screening denies what the description states: ` +
        `${screening.contradicted_by.en} / ${screening.contradicted_by.ar}`,
      ]
      : [],
  ];
}

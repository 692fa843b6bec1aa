/** The guard's verdicts in the format of OpenAI's moderations. */
import { uuidv7 } from "lib/ids.ts";
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { GuardVerdict } from "../providers/moderator.ts";

const CATEGORIES = [
  "harassment",
  "harassment/threatening",
  "hate",
  "hate/threatening",
  "illicit",
  "illicit/violent",
  "self-harm",
  "self-harm/intent",
  "self-harm/instructions",
  "sexual",
  "sexual/minors",
  "violence",
  "violence/graphic",
] as const;
type Category = typeof CATEGORIES[number];

const UNCHECKED = "the guard has no safety model (SAFETY_MODEL): only its policies were applied";

/** Llama Guard's hazards by OpenAI category; it does not check the categories left out here. */
const HAZARDS: Partial<Record<Category, string[]>> = {
  hate: ["hate"],
  illicit: ["non_violent_crimes", "violent_crimes", "indiscriminate_weapons"],
  "illicit/violent": ["violent_crimes", "indiscriminate_weapons"],
  "self-harm": ["suicide_and_self_harm"],
  sexual: ["sexual_content", "sex_related_crimes", "child_sexual_exploitation"],
  "sexual/minors": ["child_sexual_exploitation"],
  violence: ["violent_crimes"],
};

/** The answer of `/v1/moderations`, one result per verdict. */
export function moderationList(verdicts: GuardVerdict[]): JsonObject {
  return { id: `modr-${uuidv7()}`, model: "guard", results: verdicts.map(resultOf) };
}

function resultOf({ safety, blocked, policies, pii }: GuardVerdict): JsonObject {
  const judged = judgedBy(safety);
  const table = <T>(value: (category: Category) => T) =>
    Object.fromEntries(CATEGORIES.map((category) => [category, value(category)]));
  return {
    // The absence of policy findings does not prove that a text is harmless.
    flagged: policies.length > 0 || safety?.safe === false ? true : safety ? false : null,
    categories: table((category) => judged(category).found),
    category_scores: table((category) => judged(category).score),
    category_applied_input_types: table((category) => judged(category).found === null ? [] : ["text"]),
    diwan: {
      blocked,
      policies,
      pii,
      safety_categories: safety?.categories ?? null,
      reason: safety ? null : UNCHECKED,
    },
  };
}

interface Judged {
  /** null: not checked. */
  found: boolean | null;
  score: number | null;
}

/** Reads a classifier's answer in OpenAI's format, else by the hazards that it named. */
function judgedBy(safety: GuardVerdict["safety"]): (category: Category) => Judged {
  if (!safety) return () => ({ found: null, score: null });
  const own = ownResult(safety.raw);
  if (own) {
    const { categories = {}, category_scores: scores = {} } = own;
    return (category) => {
      const verdict = isObject(categories) ? categories[category] : undefined;
      const score = isObject(scores) ? scores[category] : undefined;
      return {
        found: typeof verdict === "boolean" ? verdict : null,
        score: typeof score === "number" ? score : null,
      };
    };
  }
  return (category) => {
    const hazards = HAZARDS[category];
    return {
      found: hazards ? hazards.some((hazard) => safety.categories.includes(hazard)) : null,
      score: null,
    };
  };
}

function ownResult(raw: string): JsonObject | undefined {
  if (!raw.trimStart().startsWith("{")) return undefined;
  try {
    const json: unknown = JSON.parse(raw);
    const results = isObject(json) && Array.isArray(json.results) ? json.results : [json];
    const [only] = results.filter(isObject);
    return results.length === 1 ? only : undefined;
  } catch {
    return undefined;
  }
}

import { z } from "zod";

/** A classifier's verdict on a text. */
export interface Verdict {
  safe: boolean;
  categories: string[];
}

const HAZARDS: Record<string, string> = {
  S1: "violent_crimes",
  S2: "non_violent_crimes",
  S3: "sex_related_crimes",
  S4: "child_sexual_exploitation",
  S5: "defamation",
  S6: "specialized_advice",
  S7: "privacy",
  S8: "intellectual_property",
  S9: "indiscriminate_weapons",
  S10: "hate",
  S11: "suicide_and_self_harm",
  S12: "sexual_content",
  S13: "elections",
  S14: "code_interpreter_abuse",
};

const Moderation = z.object({
  results: z.array(
    z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean().nullable()).optional() }),
  )
    .min(1),
});
const Flagged = Moderation.shape.results.element;

/**
 * Reads Llama Guard's `safe` or `unsafe` with codes, or the JSON of OpenAI's moderation; undefined for
 * anything else, which must never count as safe.
 */
export function parseVerdict(raw: string): Verdict | undefined {
  const text = raw.trim();
  if (text.startsWith("{")) return moderationVerdict(text);
  const word = /^(safe|unsafe)\b/i.exec(text)?.[1]?.toLowerCase();
  if (word === "safe") return /\bunsafe\b/i.test(text) ? undefined : { safe: true, categories: [] };
  if (word !== "unsafe") return undefined;
  const codes = [...new Set([...text.matchAll(/\bS\d{1,2}\b/gi)].map(([code]) => code.toUpperCase()))];
  return {
    safe: false,
    categories: codes.length > 0 ? codes.map((code) => HAZARDS[code] ?? code) : ["unspecified"],
  };
}

function moderationVerdict(text: string): Verdict | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const whole = Moderation.safeParse(json);
  const single = Flagged.safeParse(json);
  const results = whole.success ? whole.data.results : single.success ? [single.data] : undefined;
  if (!results) return undefined;
  const named = results.flatMap(({ categories = {} }) =>
    Object.entries(categories).filter(([, on]) => on).map(([name]) => name)
  );
  const safe = !results.some(({ flagged }) => flagged);
  return { safe, categories: safe ? [] : named.length > 0 ? [...new Set(named)] : ["unspecified"] };
}

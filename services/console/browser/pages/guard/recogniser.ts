/** The fields of a recogniser: a kind of personal data that an organisation describes itself. */
export const RECOGNISERS = "/guard/api/v1/pii/recognisers";

export const CHECKS = ["none", "luhn", "mod97", "mod11_2", "verhoeff"] as const;

export interface RecogniserInput {
  name: string;
  type: string;
  pattern: string;
  check_digit: typeof CHECKS[number];
  words: { en: string[]; ar: string[] };
  words_required: boolean;
  examples: { found: string[]; not_found: string[] };
  is_active: boolean;
}

export interface Recogniser extends RecogniserInput {
  id: string;
  updated_at: string;
}

/** A recogniser as it is written: lists as lines. */
export interface Draft extends Omit<RecogniserInput, "words" | "examples"> {
  en: string;
  ar: string;
  found: string;
  not_found: string;
}

const NEW: Draft = {
  ...{ name: "", type: "CUSTOM_", pattern: "", check_digit: "none", words_required: false, is_active: true },
  ...{ en: "", ar: "", found: "", not_found: "" },
};

export function draftOf(of: RecogniserInput | undefined): Draft {
  if (!of) return NEW;
  const { name, type, pattern, check_digit, words_required, is_active, words, examples } = of;
  return {
    ...{ name, type, pattern, check_digit, words_required, is_active },
    en: words.en.join("\n"),
    ar: words.ar.join("\n"),
    found: examples.found.join("\n"),
    not_found: examples.not_found.join("\n"),
  };
}

export function recogniserOf({ en, ar, found, not_found, ...rest }: Draft): RecogniserInput {
  return {
    ...rest,
    words: { en: lines(en), ar: lines(ar) },
    examples: { found: lines(found), not_found: lines(not_found) },
  };
}

function lines(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

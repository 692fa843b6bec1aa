/** Decides between two readings of a number in Arabic-Indic digits: by the distance of shapes and by the model of signs. */
import { isNumber, numberText } from "./number_text.ts";
import type { ReadSigns } from "./sign_model.ts";

export interface ReadNumber {
  text: string;
  confidence: number;
}

/** Confidence when both agree and the model is sure, and when it is not quite. */
const AGREED = 0.93;
const HALF_AGREED = 0.82;
/** The probabilities of the model for them. */
const SURE_AGREED = 0.9;
const LEAST_AGREED = 0.6;
/** Confidence when a sure model contradicts the shapes, and the probability for that. */
const CORRECTED = 0.82;
const SURE = 0.85;
/** Confidence when only the model reads a number; low enough to be flagged, as the next one is. */
const ALONE = 0.7;
const IN_DOUBT = 0.55;
/** Probability that the model needs to be heard alone, and that its signs are Arabic-Indic. */
const HEARD = 0.7;
const LEAST_INDIC = 0.8;
/** A digit that neither a speck nor a stroke looks like. */
const DIGITS = /[٢-٩]/;
/** A date whose stroke touches a digit, so that both are read as one. */
const LOST_STROKE = /^(?:١٩|٢٠|١٤)[٠-٩]{2}\/[٠-٩]{3,4}$|\/[٠-٩]{1,2}(?:١٩|٢٠|١٤)[٠-٩]{2}$/;
/** A number with its stop at the end. */
const STOPPED = /^(.+?)[.،]?$/;

/** The more credible reading and its confidence; undefined if there is none. */
export function decidedNumber(shape: ReadNumber | undefined, signs: ReadSigns): ReadNumber | undefined {
  const read = readingOf(shape, signs);
  return read && LOST_STROKE.test(withoutStop(read.text))
    ? { ...read, confidence: Math.min(read.confidence, IN_DOUBT) }
    : read;
}

/** Whether the model of signs reads a number that has digits beyond doubt as its shapes do. */
export function agreesWith(text: string, signs: ReadSigns): boolean {
  return withoutStop(text) === withoutStop(numberText(signs.text)) && DIGITS.test(text) &&
    signs.confidence >= LEAST_AGREED && signs.indic >= LEAST_INDIC;
}

function readingOf(shape: ReadNumber | undefined, signs: ReadSigns): ReadNumber | undefined {
  const text = numberText(signs.text);
  const isRead = isNumber(text);
  if (!shape) {
    const isHeard = isRead && DIGITS.test(text) && signs.confidence >= HEARD && signs.indic >= LEAST_INDIC;
    return isHeard ? { text, confidence: Math.min(signs.confidence, ALONE) } : undefined;
  }
  if (withoutStop(shape.text) === withoutStop(text)) {
    const isPlain = DIGITS.test(text) || withoutStop(text).length > 2;
    if (!isPlain || signs.confidence < LEAST_AGREED) return shape;
    return { text: shape.text, confidence: signs.confidence >= SURE_AGREED ? AGREED : HALF_AGREED };
  }
  if (isRead && signs.confidence >= SURE) return { text, confidence: CORRECTED };
  // Shapes tell strokes from digits better, the model digits from each other.
  const isOfOnePattern = patternOf(shape.text) === patternOf(text);
  return { text: isOfOnePattern ? text : shape.text, confidence: Math.min(shape.confidence, IN_DOUBT) };
}

function withoutStop(text: string): string {
  return STOPPED.exec(text)?.[1] ?? text;
}

function patternOf(text: string): string {
  return text.replace(/[٠-٩]/g, "٠");
}

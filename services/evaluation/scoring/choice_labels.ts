import { foldArabic } from "./arabic.ts";

const ENGLISH = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
const ARABIC = ["أ", "ب", "ج", "د", "هـ", "و", "ز", "ح", "ط", "ي"];

/** Labels for choices that came without their own. */
export function defaultLabels(language: string, count: number): string[] {
  return (language === "ar" ? ARABIC : ENGLISH).slice(0, count);
}

/** أ equals ا, and هـ equals ه: labels are compared folded, in upper case. */
export function foldLabel(label: string): string {
  return foldArabic(label.trim()).toUpperCase();
}

/**
 * Which choice a token labels, as its place: by its own label, or by the letter of the same position in the other
 * script.
 */
export function labelPlaces(choices: readonly { label: string }[]): Map<string, number> {
  const labels = choices.map(({ label }) => foldLabel(label));
  const latin = labels.some((label) => /^[A-Z]$/u.test(label));
  const inOrder = labels.every((label, at) => label === ENGLISH[at]);
  const other = latin ? inOrder ? ARABIC : [] : ENGLISH;
  const places = new Map(other.slice(0, labels.length).map((label, at) => [foldLabel(label), at]));
  labels.forEach((label, at) => places.set(label, at));
  return places;
}

/** The label that a token stands for, as the question writes it. */
export function labelOf(token: string, choices: readonly { label: string }[]): string | undefined {
  return choices[labelPlaces(choices).get(foldLabel(token)) ?? -1]?.label;
}

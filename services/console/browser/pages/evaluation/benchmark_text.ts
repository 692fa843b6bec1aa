/** Names and descriptions of built-in benchmarks in the page's language; one's own stay as they were written. */
import { inArabic, sayingsIn } from "../../../shared/sayings.ts";
import { translatedSentence } from "../../i18n/translated_sentences.ts";
import { BENCHMARK_SAYINGS } from "../../i18n/sayings/benchmark_sayings.ts";

const BENCHMARKS = inArabic(sayingsIn(BENCHMARK_SAYINGS));

export const benchmarkText = (words: string): string => translatedSentence(BENCHMARKS, words);

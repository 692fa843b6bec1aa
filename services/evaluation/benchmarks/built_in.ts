import arabicGrammar from "./built_in/arabic_grammar.json" with { type: "json" };
import arithmetic from "./built_in/arithmetic_word_problems.json" with { type: "json" };
import dataExtraction from "./built_in/data_extraction.json" with { type: "json" };
import gulfKnowledge from "./built_in/gulf_general_knowledge.json" with { type: "json" };
import instructionFollowing from "./built_in/instruction_following.json" with { type: "json" };
import readingComprehension from "./built_in/reading_comprehension.json" with { type: "json" };
import safetyRefusal from "./built_in/safety_refusal.json" with { type: "json" };
import science from "./built_in/science_multiple_choice.json" with { type: "json" };
import structuredOutput from "./built_in/structured_output.json" with { type: "json" };
import translationTerms from "./built_in/translation_terms.json" with { type: "json" };
import { Benchmark } from "./benchmark.ts";

/** The benchmarks that come with the service. */
export const BUILT_IN: Benchmark[] = [
  arabicGrammar,
  arithmetic,
  dataExtraction,
  gulfKnowledge,
  instructionFollowing,
  readingComprehension,
  safetyRefusal,
  science,
  structuredOutput,
  translationTerms,
].map((file) => Benchmark.parse(file));

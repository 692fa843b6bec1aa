import arabicGrammar from "./benchmarks/arabic_grammar.json" with { type: "json" };
import arithmetic from "./benchmarks/arithmetic_word_problems.json" with { type: "json" };
import dataExtraction from "./benchmarks/data_extraction.json" with { type: "json" };
import gulfKnowledge from "./benchmarks/gulf_general_knowledge.json" with { type: "json" };
import instructionFollowing from "./benchmarks/instruction_following.json" with { type: "json" };
import readingComprehension from "./benchmarks/reading_comprehension.json" with { type: "json" };
import safetyRefusal from "./benchmarks/safety_refusal.json" with { type: "json" };
import science from "./benchmarks/science_multiple_choice.json" with { type: "json" };
import structuredOutput from "./benchmarks/structured_output.json" with { type: "json" };
import translationTerms from "./benchmarks/translation_terms.json" with { type: "json" };
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

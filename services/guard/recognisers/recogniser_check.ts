/** The conditions for saving a recogniser: its pattern compiles and is cheap, and its examples hold. */
import { RE2JS, RE2JSException } from "re2js";
import { type Detail, invalidAll } from "lib/errors.ts";
import { MOST_STATES, PROBE_CHARACTERS, statesOf } from "../policies/pattern_cost.ts";
import { findCustom } from "../pii/custom_rules.ts";
import { type RecogniserInput, ruleOf } from "./recogniser.ts";

const LARGEST_PROGRAM = 500;

/** The number of states that its pattern goes through. @throws 422 naming every fault. */
export function checkRecogniser(input: RecogniserInput, loc: readonly string[] = ["body"]): number {
  const { pattern, words, words_required } = input;
  const fault = (at: (string | number)[], msg: string): Detail => ({
    loc: [...loc, ...at],
    msg,
    type: "recogniser",
  });
  const compiled = compiledPattern(pattern);
  if (typeof compiled === "string") throw invalidAll([fault(["pattern"], compiled)]);
  const states = statesOf(compiled);
  if (states > MOST_STATES) {
    const msg =
      `The pattern is too costly: ${PROBE_CHARACTERS} characters take it through ${states} states or more, ` +
      `at most ${MOST_STATES}`;
    throw invalidAll([fault(["pattern"], msg)]);
  }
  const faults: Detail[] = [];
  if (words_required && words.en.length + words.ar.length === 0) {
    faults.push(fault(["words"], "words are required, and there are none"));
  }
  const rules = [ruleOf(input)];
  const finds = (text: string) => findCustom(text, rules, () => true).length > 0;
  for (const [i, text] of input.examples.found.entries()) {
    if (!finds(text)) faults.push(fault(["examples", "found", i], "nothing is found in this text"));
  }
  for (const [i, text] of input.examples.not_found.entries()) {
    if (finds(text)) faults.push(fault(["examples", "not_found", i], "something is found in this text"));
  }
  if (faults.length > 0) throw invalidAll(faults);
  return states;
}

function compiledPattern(source: string): RE2JS | string {
  try {
    const regex = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
    if (regex.programSize() > LARGEST_PROGRAM) {
      return `The pattern is too large: ${regex.programSize()} instructions, at most ${LARGEST_PROGRAM}`;
    }
    return regex.test("") ? "The pattern matches an empty text" : regex;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}

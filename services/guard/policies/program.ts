/** The compiled program of a pattern, as re2js makes it. */
import type { RE2JS } from "re2js";
import { z } from "zod";

const Instruction = z.object({
  op: z.int(),
  out: z.int(),
  arg: z.int(),
  runes: z.instanceof(Int32Array),
});
const Program = z.object({ start: z.int(), inst: z.array(Instruction) });
export type Instruction = z.output<typeof Instruction>;
export type Program = z.output<typeof Program>;

// Instructions of re2js.
export const ALT = 1;
export const ALT_MATCH = 2;
export const CAPTURE = 3;
export const EMPTY_WIDTH = 4;
export const MATCH = 6;
export const NOP = 7;
export const RUNE = 8;
export const RUNE1 = 9;
export const RUNE_ANY = 10;
export const RUNE_ANY_NOT_NL = 11;

/** The program of a compiled pattern. */
export const programOf = (pattern: RE2JS): Program => Program.parse(pattern.re2().prog);

/** Whether a match is certain at this instruction, whatever follows. */
export function isMatched(inst: Program["inst"], pc: number): boolean {
  const pending = [pc];
  const seen = new Set<number>();
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const instruction = inst[at];
    if (!instruction || seen.has(at)) continue;
    seen.add(at);
    if (instruction.op === MATCH) return true;
    if (instruction.op === ALT || instruction.op === ALT_MATCH) {
      pending.push(instruction.out, instruction.arg);
    }
    if (instruction.op === NOP || instruction.op === CAPTURE) pending.push(instruction.out);
  }
  return false;
}

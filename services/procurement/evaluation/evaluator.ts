/** Evaluates bids, large ones in a separate thread, so that the event loop stays responsive. */
import { invalid } from "lib/errors.ts";
import { type LimitedThread, limitedThread } from "lib/workers/limited_thread.ts";
import { TimeLimitExceeded } from "lib/workers/time_limit.ts";
import { complianceReader } from "./compliance.ts";
import { evaluate, type Evaluated } from "./evaluate.ts";
import type { Inputs } from "./evaluation.ts";
import type { EvaluatorAnswer, EvaluatorQuestion } from "./evaluator_worker.ts";
import type { RequirementFinding } from "./requirements/requirement_finding.ts";

/** The work limit in the main thread: characters of bids times requirements, about 20 ms. */
const INLINE = 20_000;
/** A hundred bids of full length on fifty requirements take about this long. */
const LIMIT_MS = 300_000;

export interface Evaluator {
  /** Evaluates all bids of a tender. @throws 422 if their texts take too long to read. */
  evaluate(inputs: Inputs): Promise<Evaluated>;
  /** Reads one bid's findings on all requirements. @throws 422 if its text takes too long to read. */
  compliance(tender: Inputs["tender"], bid: Inputs["bids"][number]): Promise<RequirementFinding[]>;
  /** Terminates the thread. */
  close(): void;
}

/**
 * Creates an evaluator. Its thread takes work larger than `inline`, for at most `limitMs` milliseconds per
 * request.
 */
export function createEvaluator(
  { inline = INLINE, limitMs = LIMIT_MS }: { inline?: number; limitMs?: number } = {},
): Evaluator {
  const thread: LimitedThread<EvaluatorQuestion, EvaluatorAnswer> = limitedThread(
    new URL("./evaluator_worker.ts", import.meta.url),
    limitMs,
  );

  async function ask(question: EvaluatorQuestion): Promise<EvaluatorAnswer> {
    try {
      return await thread.ask(question);
    } catch (error) {
      if (!(error instanceof TimeLimitExceeded)) throw error;
      throw invalid(
        ["path", "tender_id"],
        `its bids' texts and requirements take longer than ${limitMs / 1000} seconds to read`,
      );
    }
  }

  return {
    async evaluate(inputs) {
      if (work(inputs.tender, inputs.bids) <= inline) return evaluate(inputs);
      const answer = await ask({ work: "evaluate", inputs });
      if ("evaluated" in answer) return answer.evaluated;
      throw mixedUp();
    },
    async compliance(tender, bid) {
      if (work(tender, [bid]) <= inline) return complianceReader(tender)(bid);
      const answer = await ask({ work: "compliance", tender, bid });
      if ("findings" in answer) return answer.findings;
      throw mixedUp();
    },
    close: () => thread.close(),
  };
}

/** The work: each requirement is searched in the whole text of each bid. */
function work({ requirements }: Inputs["tender"], bids: Inputs["bids"]): number {
  const length = bids.reduce(
    (sum, { proposal, listed }) => sum + proposal.length + listed.reduce((all, text) => all + text.length, 0),
    0,
  );
  return length * Math.max(1, requirements.length);
}

const mixedUp = () => new Error("The thread answered another question");

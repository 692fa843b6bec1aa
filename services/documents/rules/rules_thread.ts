/** Runs the rules, for long documents in a worker thread, so that the event loop is not blocked. */
import { limitedThread } from "lib/workers/limited_thread.ts";
import { TimeLimitExceeded } from "lib/workers/time_limit.ts";
import { Unreadable } from "../reading/files/bounds.ts";
import { classifyDocument } from "../understanding/classify_document.ts";
import type { DocumentRules } from "../understanding/document_rules.ts";
import { extractFrom } from "../understanding/extract_document.ts";
import type { ReadPage } from "../understanding/results/read_page.ts";
import { validateDocument } from "../understanding/validation/validate_document.ts";
import type { RulesAnswer, RulesQuestion } from "./rules_worker.ts";

/** Longer texts run in the thread. */
const INLINE = 10_000;
/** Time limit; only malicious texts take longer. */
const LIMIT_MS = 60_000;

export interface RulesThreadOptions {
  /** Texts with more characters run in the thread. */
  inline?: number;
  /** Time limit of a document in the thread, in milliseconds. */
  limitMs?: number;
}

/** The rules. They throw Unreadable for a document over the time limit. */
export function rulesThread(
  { inline = INLINE, limitMs = LIMIT_MS }: RulesThreadOptions = {},
): DocumentRules & { close(): void } {
  const thread = limitedThread<RulesQuestion, RulesAnswer>(
    new URL("./rules_worker.ts", import.meta.url),
    limitMs,
  );

  async function ask(question: RulesQuestion): Promise<RulesAnswer> {
    try {
      return await thread.ask(question);
    } catch (error) {
      if (!(error instanceof TimeLimitExceeded)) throw error;
      throw new Unreadable(`The rules take longer than ${limitMs / 1000} seconds for the document's text`);
    }
  }

  return {
    async classify(text, pages, own) {
      if (!isLong(pages, inline)) return classifyDocument(text, pages, own);
      const definitions = own.map(({ definition }) => definition);
      const answer = await ask({ work: "classify", text, pages, own: definitions });
      if ("classification" in answer) return answer.classification;
      throw mixedUp();
    },
    async extract(type, pages, own) {
      if (!isLong(pages, inline)) return extractFrom(type, pages, own);
      const answer = await ask({ work: "extract", type, pages, own: own?.definition });
      if ("extraction" in answer) return answer.extraction;
      throw mixedUp();
    },
    async validate({ own, ...checked }) {
      if (!isLong(checked.pages, inline)) return validateDocument({ own, ...checked });
      const answer = await ask({ work: "validate", checked, own: own?.definition });
      if ("validation" in answer) return answer.validation;
      throw mixedUp();
    },
    close: () => thread.close(),
  };
}

function isLong(pages: ReadPage[], most: number): boolean {
  let length = 0;
  for (const { content } of pages) {
    for (const { text } of content.lines) {
      length += text.length + 1;
      if (length > most) return true;
    }
  }
  return false;
}

const mixedUp = () => new Error("The thread answered another question");

/** The questions of a benchmark that is written, found by text or by their faults. */
import { useSignal } from "@preact/signals";
import { fold } from "../../i18n/fold.ts";
import { number } from "../../i18n/format.ts";
import { Check, Field } from "../../ui/field.tsx";
import { Badge } from "../../ui/state.tsx";
import type { QuestionDraft } from "./benchmark_draft.ts";
import { t as say } from "./benchmark_words.ts";
import { t } from "./words.ts";

// More would make a list that nobody reads; the search finds the others.
const MOST_SHOWN = 200;

export function QuestionList(
  { questions, opened, faulty, open }: {
    questions: QuestionDraft[];
    opened: number | undefined;
    /** The places of questions with faults. */
    faulty: ReadonlySet<number>;
    open(key: number): void;
  },
) {
  const words = useSignal("");
  const onlyFaulty = useSignal(false);
  const search = fold(words.value);
  const matches = questions.map((question, at) => ({ question, at })).filter(({ question, at }) =>
    (!onlyFaulty.value || faulty.has(at)) &&
    (!search || fold(`${question.id} ${question.json ?? question.input}`).includes(search))
  );
  return (
    <nav aria-label={t("questions")}>
      {questions.length > 8 && (
        <Field
          label={say("find")}
          type="search"
          value={words.value}
          onInput={(value) => words.value = value}
        />
      )}
      {faulty.size > 0 && (
        <Check
          label={say("faulty_only")}
          checked={onlyFaulty.value}
          onChange={(on) => onlyFaulty.value = on}
        />
      )}
      <ol class="plain-list question-list">
        {matches.slice(0, MOST_SHOWN).map(({ question, at }) => (
          <li key={question.key}>
            <button
              type="button"
              class="link"
              aria-current={question.key === opened ? "true" : undefined}
              onClick={() => open(question.key)}
            >
              <span>{number(at + 1)}.</span>
              <span dir="auto">{titleOf(question)}</span>
            </button>
            {faulty.has(at) && <Badge tone="bad">{say("fault")}</Badge>}
          </li>
        ))}
      </ol>
      {matches.length > MOST_SHOWN && <p class="muted">{t("of", { n: MOST_SHOWN, total: matches.length })}
      </p>}
    </nav>
  );
}

const titleOf = ({ id, input, json }: QuestionDraft) => (input || json || id).slice(0, 80);

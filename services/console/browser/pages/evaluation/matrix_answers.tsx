/** Whole answers to one question, those of one evaluation or of all of a matrix side by side. */
import { useGet } from "../../api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Await } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import { Asked, OneAnswer } from "./answers.tsx";
import { type Answer, API } from "./evaluation.ts";
import { Instruction, type MatrixColumn } from "./matrix_heads.tsx";
import { t } from "./words.ts";

/** A question, and the evaluations whose answers are shown. */
export interface Opened {
  question_id: string;
  evals: string[];
}

export function MatrixAnswers(
  { of, columns, onClose }: { of: Opened; columns: MatrixColumn[]; onClose(): void },
) {
  return (
    <Dialog title={t("question")} open wide onClose={onClose}>
      <div class="answers-beside">
        {columns.filter(({ eval_id }) => of.evals.includes(eval_id)).map((column, at) => (
          <Answered key={column.eval_id} column={column} question={of.question_id} asks={at === 0} />
        ))}
      </div>
    </Dialog>
  );
}

function Answered({ column, question, asks }: { column: MatrixColumn; question: string; asks: boolean }) {
  const answers = useGet<{ results: Answer[] }>(
    `${API}/results/${column.eval_id}?question_id=${encodeURIComponent(question)}`,
  );
  return (
    <Await of={answers}>
      {({ results }) => (
        <>
          {asks && results[0] && (
            <div class="asked">
              <Asked of={results[0]} />
            </div>
          )}
          <section>
            <h3>
              <Code>{column.model_id}</Code>{" "}
              <small>
                <Instruction of={column.system_prompt} />
              </small>
            </h3>
            {results.length === 0 && <p class="muted">{t("not_asked")}</p>}
            {results.map((answer) => <OneAnswer key={answer.epoch} of={answer} />)}
          </section>
        </>
      )}
    </Await>
  );
}

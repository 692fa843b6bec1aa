/** One question asked of a model, or an answer to it scored, as the form stands. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { milliseconds, percent } from "../../i18n/format.ts";
import { Area, Choice, Field } from "../../ui/field.tsx";
import { Badge, Failure } from "../../ui/state.tsx";
import { type Draft, type QuestionDraft, questionOf } from "./benchmark_draft.ts";
import { t as say } from "./benchmark_words.ts";
import { API, PROVIDERS } from "./evaluation.ts";
import { ruleName } from "./rule_names.ts";
import { providerName, t } from "./words.ts";

interface Tried {
  prompt: { role: string; content: string }[];
  response: string | null;
  error: string | null;
  latency_ms: number | null;
  score: number | null;
  scoring_rule: string;
  extracted_answer: string | null;
  explanation: string | null;
}

/** Give it the question's key as `key`, so that a trial does not stay with another question. */
export function QuestionTrial({ draft, question }: { draft: Draft; question: QuestionDraft }) {
  const provider = useSignal<typeof PROVIDERS[number]>("gateway");
  const model = useSignal("");
  const answer = useSignal("");
  const tried = useSignal<Tried | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const isBusy = useSignal(false);
  const ask = async (parts: { answer: string } | { model_id: string; provider: string }) => {
    isBusy.value = true;
    try {
      const { languages, system_prompt } = draft.head;
      const json = {
        benchmark: {
          ...{ languages, scoring: draft.scoring },
          ...system_prompt?.trim() ? { system_prompt } : {},
        },
        question: questionOf(question),
        ...parts,
      };
      tried.value = await get<Tried>(`${API}/benchmarks/try`, { method: "POST", json });
      failure.value = undefined;
    } catch (error) {
      tried.value = undefined;
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <section aria-busy={isBusy.value}>
      <h3>{say("try")}</h3>
      <p class="muted">{say("try_help")}</p>
      <div class="form-row">
        <Choice
          label={t("provider")}
          value={provider.value}
          options={PROVIDERS.map((value) => ({ value, label: providerName(value) }))}
          onChange={(value) => provider.value = value}
        />
        <Field
          label={t("model")}
          dir="ltr"
          placeholder="echo"
          value={model.value}
          onInput={(value) => model.value = value}
        />
        <button
          type="button"
          class="secondary"
          disabled={!model.value.trim() || isBusy.value}
          onClick={() => void ask({ model_id: model.value.trim(), provider: provider.value })}
        >
          {say("ask")}
        </button>
      </div>
      <div class="form-row">
        <Area
          label={say("own_answer")}
          rows={2}
          value={answer.value}
          onInput={(value) => answer.value = value}
        />
        <button
          type="button"
          class="secondary"
          disabled={!answer.value.trim() || isBusy.value}
          onClick={() => void ask({ answer: answer.value })}
        >
          {say("score_it")}
        </button>
      </div>
      {isBusy.value && <p class="waiting" role="status">{common("loading")}</p>}
      {failure.value !== undefined && <Failure error={failure.value} />}
      {tried.value && !isBusy.value && <Outcome of={tried.value} />}
    </section>
  );
}

function Outcome({ of }: { of: Tried }) {
  const tone = of.score === null ? "calm" : of.score >= 0.5 ? "good" : "warn";
  return (
    <div role="status">
      <p>
        <Badge tone={tone}>{of.score === null ? t("unscored") : percent(of.score)}</Badge>{" "}
        {say("how_scored")}: <bdi>{ruleName(of.scoring_rule)}</bdi>
        {of.latency_ms !== null && <>{" · "}{milliseconds(of.latency_ms)}</>}
      </p>
      <div dir="auto" class="answer">{of.response ?? of.error ?? "–"}</div>
      {of.extracted_answer !== null && (
        <p>
          {say("found")}: <bdi>{of.extracted_answer}</bdi>
        </p>
      )}
      {of.explanation && <p dir="auto">{of.explanation}</p>}
      <details>
        <summary>{say("sent")}</summary>
        {of.prompt.map(({ role, content }, at) => (
          <p key={at} dir="auto" class="answer">
            <small>{role}</small> {content}
          </p>
        ))}
      </details>
    </div>
  );
}

/** The form of one question: its text, its choices or right answers; JSON for what fields cannot hold. */
import { t as common } from "../../i18n/shared_words.ts";
import { type FaultAt, faultText } from "../../i18n/faults.ts";
import { Area, Check, Choice, Field } from "../../ui/field.tsx";
import {
  isJson,
  letterOf,
  type Method,
  MOST_CHOICES,
  type QuestionDraft,
  questionDraft,
  questionOf,
} from "./benchmark_draft.ts";
import { t as say } from "./benchmark_words.ts";
import { t } from "./words.ts";

interface FormOptions {
  of: QuestionDraft;
  method: Method;
  faults: FaultAt[];
  change(question: QuestionDraft): void;
}

export function QuestionForm(options: FormOptions) {
  const { of, faults, change } = options;
  const isRaw = of.json !== undefined;
  const others = faults.filter(({ loc }) => !SHOWN.has(String(loc[0])));
  const turn = () => {
    if (of.json === undefined) return change({ ...of, json: JSON.stringify(questionOf(of), null, 2) });
    if (isJson(of.json)) change({ ...questionDraft(questionOf(of)), key: of.key });
  };
  return (
    <>
      {isRaw
        ? (
          <Area
            label={say("question_json")}
            rows={12}
            dir="ltr"
            value={of.json ?? ""}
            error={isJson(of.json ?? "") ? faults.map(faultText).join("; ") : say("no_json")}
            onInput={(json) => change({ ...of, json })}
          />
        )
        : <Fields {...options} />}
      {!isRaw &&
        others.map((fault) => (
          <p key={fault.loc.join(".")} class="field-error" role="alert">{faultText(fault)}</p>
        ))}
      <button type="button" class="link" onClick={turn}>{say(isRaw ? "as_fields" : "as_json")}</button>
    </>
  );
}

const SHOWN = new Set(["id", "input", "language", "category", "choices", "target"]);

function Fields({ of, method, faults, change }: FormOptions) {
  const set = (part: Partial<QuestionDraft>) => change({ ...of, ...part });
  const at = (field: string) =>
    faults.filter(({ loc }) => loc[0] === field).map(faultText).join("; ") || undefined;
  const hasChoices = of.choices.length > 0 || method === "multiple_choice";
  return (
    <>
      <Area
        label={t("question")}
        required
        rows={3}
        value={of.input}
        error={at("input")}
        onInput={(input) => set({ input })}
      />
      {hasChoices ? <Choices of={of} error={at("choices") ?? at("target")} set={set} /> : (
        <Area
          label={say("target")}
          help={say("target_help")}
          rows={2}
          value={of.target}
          error={at("target")}
          onInput={(target) => set({ target })}
        />
      )}
      <div class="form-row">
        <Field
          label={say("id")}
          required
          dir="ltr"
          value={of.id}
          error={at("id")}
          onInput={(id) => set({ id })}
        />
        <Choice
          label={t("language")}
          value={of.language}
          options={[
            { value: "", label: say("any_language") },
            { value: "ar", label: t("ar") },
            { value: "en", label: t("en") },
            ...["", "ar", "en"].includes(of.language) ? [] : [{ value: of.language, label: of.language }],
          ]}
          onChange={(language) => set({ language })}
        />
        <Field
          label={`${t("category")} (${common("optional")})`}
          value={of.category}
          error={at("category")}
          onInput={(category) => set({ category })}
        />
      </div>
    </>
  );
}

function Choices(
  { of, error, set }: {
    of: QuestionDraft;
    error: string | undefined;
    set(part: Partial<QuestionDraft>): void;
  },
) {
  const { choices } = of;
  const put = (at: number, part: Partial<QuestionDraft["choices"][number]>) =>
    set({ choices: choices.map((choice, index) => index === at ? { ...choice, ...part } : choice) });
  return (
    <fieldset aria-describedby={error ? `choices-${of.key}` : undefined}>
      <legend>{say("choices")}</legend>
      {choices.map((choice, at) => {
        const letter = letterOf(at);
        return (
          <div key={at} class="choice-row">
            <Field
              label={say("choice", { letter })}
              required
              value={choice.text}
              onInput={(text) => put(at, { text })}
            />
            <Check
              label={
                <>
                  {say("right")} <span class="hidden">{letter}</span>
                </>
              }
              checked={choice.right}
              onChange={(right) => put(at, { right })}
            />
            <button
              type="button"
              class="plain"
              aria-label={say("remove_choice", { letter })}
              onClick={() => set({ choices: choices.filter((_, index) => index !== at) })}
            >
              ×
            </button>
          </div>
        );
      })}
      {error && <small class="field-error" id={`choices-${of.key}`}>{error}</small>}
      {choices.length < MOST_CHOICES && (
        <button
          type="button"
          class="secondary small"
          onClick={() => set({ choices: [...choices, { text: "", right: false }] })}
        >
          {say("add_choice")}
        </button>
      )}
    </fieldset>
  );
}

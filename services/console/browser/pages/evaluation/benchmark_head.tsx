/** What a benchmark is called, and how its answers are scored. */
import { t as common } from "../../i18n/shared_words.ts";
import { type FaultAt, faultText } from "../../i18n/faults.ts";
import { Area, Choice, Field } from "../../ui/field.tsx";
import { type Draft, isJson, METHODS } from "./benchmark_draft.ts";
import { methodName, t as say } from "./benchmark_words.ts";
import { t } from "./words.ts";

interface HeadOptions {
  draft: Draft;
  /** Whether its id can be chosen. */
  isNew: boolean;
  faults: FaultAt[];
  change(draft: Draft): void;
}

export function BenchmarkHead(options: HeadOptions) {
  const { draft, isNew, faults, change } = options;
  const set = (part: Partial<Draft["head"]>) => change({ ...draft, head: { ...draft.head, ...part } });
  const at = (field: string) =>
    faults.filter(({ loc }) => loc[0] === field).map(faultText).join("; ") || undefined;
  const { name, id, description, category, version, license, pass_score, system_prompt = "" } = draft.head;
  return (
    <>
      <div class="form-row">
        <Field
          label={common("name")}
          required
          value={name}
          error={at("name")}
          onInput={(name) => set({ name })}
        />
        {isNew && (
          <Field
            label={say("id")}
            help={say("id_help")}
            required
            dir="ltr"
            value={id}
            error={at("id")}
            onInput={(id) => set({ id })}
          />
        )}
        <Field
          label={t("category")}
          required
          value={category}
          error={at("category")}
          onInput={(category) => set({ category })}
        />
      </div>
      <Area
        label={`${say("description")} (${common("optional")})`}
        rows={2}
        value={description}
        error={at("description")}
        onInput={(description) => set({ description })}
      />
      <ScoringForm {...options} error={at("scoring")} />
      <Area
        label={`${say("system_prompt")} (${common("optional")})`}
        rows={2}
        value={system_prompt}
        error={at("system_prompt")}
        onInput={(system_prompt) => set({ system_prompt })}
      />
      <div class="form-row">
        <Field
          label={say("pass_score")}
          type="number"
          min={0}
          step="0.05"
          required
          value={pass_score}
          error={at("pass_score")}
          onInput={(pass_score) => set({ pass_score })}
        />
        <Field
          label={t("version")}
          required
          dir="ltr"
          value={version}
          error={at("version")}
          onInput={(version) => set({ version })}
        />
        <Field
          label={t("license")}
          value={license}
          error={at("license")}
          onInput={(license) => set({ license })}
        />
      </div>
    </>
  );
}

function ScoringForm({ draft, change, error }: HeadOptions & { error: string | undefined }) {
  const { scoring } = draft;
  const set = (part: Record<string, unknown>) => change({ ...draft, scoring: { ...scoring, ...part } });
  const written = JSON.stringify(scoring);
  return (
    <>
      <div class="form-row">
        <Choice
          label={say("method")}
          value={scoring.method}
          options={METHODS.map((value) => ({ value, label: methodName(value) }))}
          onChange={(method) =>
            change({
              ...draft,
              scoring: method === "pass_at_k" ? { method, k: 3, of: { method: "exact_match" } } : { method },
            })}
        />
        {scoring.method === "numeric" && (
          <Field
            label={say("tolerance")}
            type="number"
            min={0}
            step="any"
            value={String(scoring.tolerance ?? 0)}
            onInput={(text) => set({ tolerance: Number(text) })}
          />
        )}
        {scoring.method === "contains" && (
          <Choice
            label={say("mode")}
            value={scoring.mode === "all" ? "all" : "any"}
            options={[{ value: "any", label: say("any") }, { value: "all", label: say("every") }]}
            onChange={(mode) => set({ mode })}
          />
        )}
      </div>
      {scoring.method === "llm_judge" && (
        <Area
          label={`${say("rubric")} (${common("optional")})`}
          rows={2}
          value={String(scoring.rubric ?? "")}
          onInput={(rubric) =>
            change({
              ...draft,
              scoring: { ...scoring, rubric: rubric || undefined },
            })}
        />
      )}
      <details open={error !== undefined}>
        <summary>{say("options_json")}</summary>
        <Area
          label={say("options_json")}
          rows={2}
          dir="ltr"
          value={written}
          error={error}
          onInput={(text) => {
            if (isJson(text)) change({ ...draft, scoring: JSON.parse(text) });
          }}
        />
      </details>
    </>
  );
}

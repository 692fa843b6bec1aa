/** Asks a model the questions of benchmarks. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Area, Check, Choice, Field } from "../../ui/field.tsx";
import { Await } from "../../ui/state.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { API, type Benchmark, PROVIDERS } from "./evaluation.ts";
import { providerName, t } from "./words.ts";
import { benchmarkText } from "./benchmark_text.ts";

export function RunForm({ onClose, done }: { onClose(): void; done(): void }) {
  const known = useGet<Benchmark[]>(`${API}/benchmarks`);
  const provider = useSignal<typeof PROVIDERS[number]>("gateway");
  const model = useSignal("");
  const limit = useSignal("");
  const prompt = useSignal("");
  const chosen = useSignal<string[]>([]);
  const submit = async (event: Event) => {
    event.preventDefault();
    const json = {
      model_id: model.value.trim(),
      provider: provider.value,
      benchmark_ids: chosen.value,
      ...limit.value ? { limit: Number(limit.value) } : {},
      ...prompt.value.trim() ? { system_prompt: prompt.value } : {},
    };
    try {
      await get(`${API}/eval/run`, { method: "POST", json });
      onClose();
      done();
      toast(() => t("started"));
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog title={t("new_run")} open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
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
            required
            placeholder="echo"
            value={model.value}
            onInput={(value) => model.value = value}
          />
          <Field
            label={t("limit")}
            type="number"
            min={1}
            value={limit.value}
            onInput={(value) => limit.value = value}
          />
        </div>
        <Area
          label={t("prompt")}
          help={t("prompt_help")}
          rows={2}
          value={prompt.value}
          onInput={(value) => prompt.value = value}
        />
        <fieldset>
          <legend>{t("choose")}</legend>
          <Await of={known}>
            {(all) => (
              <div class="ticks">
                {all.map(({ id, name, question_count }) => (
                  <Check
                    key={id}
                    label={
                      <span>
                        <bdi>{benchmarkText(name)}</bdi>{" "}
                        <small>{t("questions_n", { n: question_count })}</small>
                      </span>
                    }
                    checked={chosen.value.includes(id)}
                    onChange={(on) => {
                      const others = chosen.value.filter((other) => other !== id);
                      chosen.value = on ? [...others, id] : others;
                    }}
                  />
                ))}
              </div>
            )}
          </Await>
        </fieldset>
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit" disabled={chosen.value.length === 0}>{t("start")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The statements about a system: its frameworks, and the evidence that is there. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { lang } from "../../prefs.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Check, Choice, Field } from "../../ui/field.tsx";
import { Await } from "../../ui/state.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { API, type Assessment, type Framework, type FrameworkDetail } from "./compliance.ts";
import { type Answers, SCREENED_FRAMEWORK, Screening } from "./screening.tsx";
import { riskName, t } from "./words.ts";

const RISKS = ["minimal", "limited", "high", "unacceptable"] as const;

interface Made {
  id: string;
  system_id: string;
}

export function AssessForm({ before, chosen = [], onClose, done }: {
  /** The statements at the assessment before. */
  before?: Assessment;
  chosen?: string[];
  onClose(): void;
  done(made: Made): void;
}) {
  const frameworks = useGet<Framework[]>(`${API}/frameworks?lang=${lang.value}`);
  const form = useSignal({
    name: before?.system_name ?? "",
    type: before?.system_type ?? "chatbot",
    risk: RISKS.find((risk) => risk === before?.risk_level) ?? "limited",
    data: before?.data_types.join(", ") ?? "personal",
    region: before?.deployment_region ?? "",
  });
  const ids = useSignal<string[]>(chosen);
  const features = useSignal<Record<string, boolean>>(before?.features ?? {});
  const answers = useSignal<Answers>({});
  const set = (parts: Partial<typeof form.value>) => form.value = { ...form.value, ...parts };
  const submit = async (event: Event) => {
    event.preventDefault();
    const { name, type, risk, data, region } = form.value;
    const json = {
      ...{ system_name: name, system_type: type, risk_level: risk, deployment_region: region },
      data_types: data.split(/[,،]/).map((kind) => kind.trim()).filter(Boolean),
      features: Object.fromEntries(Object.entries(features.value).filter(([, holds]) => holds)),
    };
    const given = Object.entries(answers.value).filter(([, answer]) => answer !== "");
    const screening = ids.value.includes(SCREENED_FRAMEWORK) && given.length > 0
      ? { screening: Object.fromEntries(given) }
      : {};
    const query = ids.value.map((id) => `&framework_ids=${encodeURIComponent(id)}`).join("");
    try {
      const path = `${API}/assess?lang=${lang.value}${query}`;
      const made = await get<Made>(path, { method: "POST", json: { ...json, ...screening } });
      onClose();
      done(made);
    } catch (error) {
      toastFailure(error);
    }
  };
  const { value } = form;
  return (
    <Dialog title={t(before ? "assess_again" : "assess")} open wide onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div class="form-row">
          <Field label={t("system_name")} required value={value.name} onInput={(name) => set({ name })} />
          <Field
            label={t("system_type")}
            help={t("system_type_help")}
            required
            value={value.type}
            onInput={(type) => set({ type })}
          />
          <Choice
            label={t("risk")}
            value={value.risk}
            options={RISKS.map((value) => ({ value, label: riskName(value) }))}
            onChange={(risk) => set({ risk })}
          />
          <Field label={t("region")} required value={value.region} onInput={(region) => set({ region })} />
        </div>
        <Field
          label={t("data_types")}
          help={t("data_types_help")}
          value={value.data}
          onInput={(data) => set({ data })}
        />
        <fieldset>
          <legend>{t("frameworks")}</legend>
          <Await of={frameworks}>
            {(all) => (
              <div class="ticks">
                {all.map(({ id, name }) => (
                  <Check
                    key={id}
                    label={<bdi>{name}</bdi>}
                    checked={ids.value.includes(id)}
                    onChange={(on) => {
                      const others = ids.value.filter((chosen) => chosen !== id);
                      ids.value = on ? [...others, id] : others;
                    }}
                  />
                ))}
              </div>
            )}
          </Await>
        </fieldset>
        {ids.value.includes(SCREENED_FRAMEWORK) ? <Screening answers={answers} /> : null}
        <Evidence ids={ids.value} features={features} />
        <footer>
          <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
          <button type="submit" disabled={ids.value.length === 0}>{t("assess")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The evidence that the chosen frameworks ask for, each piece once. */
function Evidence({ ids, features }: { ids: string[]; features: Signal<Record<string, boolean>> }) {
  const known = useSignal(new Map<string, FrameworkDetail>());
  const language = lang.value;
  useEffect(() => {
    known.value = new Map();
  }, [language]);
  useEffect(() => {
    for (const id of ids) void load(id);
  }, [ids, language]);
  const load = async (id: string) => {
    if (known.value.has(id)) return;
    try {
      const path = `${API}/frameworks/${encodeURIComponent(id)}?lang=${language}`;
      const detail = await get<FrameworkDetail>(path);
      known.value = new Map(known.value).set(id, detail);
    } catch (error) {
      toastFailure(error);
    }
  };
  const pieces = new Map(
    ids.flatMap((id) => known.value.get(id)?.requirements ?? [])
      .flatMap(({ shown_by, claimed_by }) => [...shown_by.evidence, ...claimed_by?.evidence ?? []])
      .map(({ key, says }) => [key, says]),
  );
  return (
    <fieldset>
      <legend>{t("evidence")}</legend>
      <small>{t(ids.length === 0 ? "choose_frameworks" : "evidence_help")}</small>
      <div class="ticks">
        {[...pieces].map(([key, says]) => (
          <Check
            key={key}
            label={<bdi>{says}</bdi>}
            checked={features.value[key] ?? false}
            onChange={(on) => features.value = { ...features.value, [key]: on }}
          />
        ))}
      </div>
    </fieldset>
  );
}

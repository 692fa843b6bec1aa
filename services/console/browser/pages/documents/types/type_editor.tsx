/** One type: its form, its trial on a document before it is saved, and its versions. */
import { type Signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { get } from "../../../api.ts";
import { t as common } from "../../../i18n/shared_words.ts";
import { number } from "../../../i18n/format.ts";
import { lang } from "../../../prefs.ts";
import { Area, Field } from "../../../ui/field.tsx";
import { Badge, Card, Failure } from "../../../ui/state.tsx";
import { TYPES } from "../own_names.ts";
import { type Draft, draftOf, inputOf, type OwnType, type OwnTypeInput, typeOf } from "./own_type.ts";
import { TypeChecks } from "./type_checks.tsx";
import { TypeFields } from "./type_fields.tsx";
import { TypeTrial } from "./type_trial.tsx";
import { TypeVersions } from "./type_versions.tsx";
import { t } from "./type_words.ts";

export function TypeEditor({ of, saved }: { of?: OwnType; saved(type: OwnType): void }) {
  const draft = useSignal(useMemo(() => draftOf(of), [of]));
  const failure = useSignal<unknown>(undefined);
  const save = async (definition: OwnTypeInput) => {
    const json = inputOf(definition);
    try {
      const type = of
        ? await get<OwnType>(`${TYPES}/${of.name}?over=${of.version}`, { method: "PUT", json })
        : await get<OwnType>(TYPES, { method: "POST", json });
      failure.value = undefined;
      saved(type);
    } catch (error) {
      failure.value = error;
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void save(typeOf(draft.value));
  };
  const set = (part: Partial<Draft>) => draft.value = { ...draft.value, ...part };
  return (
    <>
      <a href="/documents?view=types" class="back">{t("back")}</a>
      <Card title={<bdi>{of ? of.names[lang.value] : t("new")}</bdi>} actions={of && <Version of={of} />}>
        <form onSubmit={submit}>
          <About draft={draft} isNew={!of} />
          <TypeFields fields={draft.value.fields} change={(fields) => set({ fields })} />
          <TypeChecks
            checks={draft.value.checks}
            fields={draft.value.fields}
            change={(checks) => set({ checks })}
          />
          {failure.value !== undefined && <Failure error={failure.value} />}
          <footer>
            <button type="submit">{common("save")}</button>
          </footer>
        </form>
      </Card>
      <TypeTrial draft={draft.value} />
      {of && <TypeVersions of={of} restore={save} />}
    </>
  );
}

const Version = ({ of }: { of: OwnType }) => <Badge>{t("version")} {number(of.version)}</Badge>;

function About({ draft, isNew }: { draft: Signal<Draft>; isNew: boolean }) {
  const set = (part: Partial<Draft>) => draft.value = { ...draft.value, ...part };
  const { name, en, ar, title, strong, weak } = draft.value;
  return (
    <>
      <div class="form-row">
        {isNew && (
          <Field
            label={t("key")}
            help={t("key_help")}
            required
            dir="ltr"
            value={name}
            onInput={(name) => set({ name })}
          />
        )}
        <Field label={t("english")} required value={en} onInput={(en) => set({ en })} />
        <Field label={t("arabic")} required value={ar} onInput={(ar) => set({ ar })} />
      </div>
      <fieldset>
        <legend>{t("recognised_by")}</legend>
        <div class="form-row">
          <Area label={t("titles")} rows={3} value={title} onInput={(title) => set({ title })} />
          <Area label={t("strong")} rows={3} value={strong} onInput={(strong) => set({ strong })} />
          <Area label={t("weak")} rows={3} value={weak} onInput={(weak) => set({ weak })} />
        </div>
      </fieldset>
    </>
  );
}

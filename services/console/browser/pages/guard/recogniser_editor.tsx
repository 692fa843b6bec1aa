/** The form of a recogniser, with its trial on a text before it is saved. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api.ts";
import { isAdmin, isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number, percent } from "../../i18n/format.ts";
import { Area, Check, Choice, Field } from "../../ui/field.tsx";
import { Failure } from "../../ui/state.tsx";
import type { Entity } from "./guard.ts";
import { Marked } from "./marked.tsx";
import {
  CHECKS,
  type Draft,
  draftOf,
  type Recogniser,
  type RecogniserInput,
  recogniserOf,
  RECOGNISERS,
} from "./recogniser.ts";
import { t } from "./recogniser_words.ts";

export function RecogniserEditor(
  { of, save, onClose }: {
    of?: Recogniser;
    save(recogniser: RecogniserInput): Promise<void>;
    onClose(): void;
  },
) {
  const draft = useSignal(draftOf(of));
  const submit = (event: Event) => {
    event.preventDefault();
    void save(recogniserOf(draft.value));
  };
  return (
    <form onSubmit={submit}>
      <Pattern draft={draft} />
      <Nearby draft={draft} />
      <Examples draft={draft} />
      {isManager.value && <Trial draft={draft.value} />}
      <Check
        label={t("in_use")}
        checked={draft.value.is_active}
        onChange={(is_active) => draft.value = { ...draft.value, is_active }}
      />
      <footer>
        <button type="button" class="secondary" onClick={onClose}>
          {common(isAdmin.value ? "cancel" : "close")}
        </button>
        {isAdmin.value && <button type="submit">{common("save")}</button>}
      </footer>
    </form>
  );
}

function Pattern({ draft }: { draft: Signal<Draft> }) {
  const set = (part: Partial<Draft>) => draft.value = { ...draft.value, ...part };
  const { name, type, pattern, check_digit } = draft.value;
  return (
    <>
      <div class="form-row">
        <Field label={common("name")} required value={name} onInput={(name) => set({ name })} />
        <Field
          label={t("type")}
          help={t("type_help")}
          required
          dir="ltr"
          value={type}
          onInput={(type) => set({ type: type.toUpperCase() })}
        />
      </div>
      <div class="form-row">
        <Field
          label={t("pattern")}
          help={t("pattern_help")}
          required
          dir="ltr"
          value={pattern}
          onInput={(pattern) => set({ pattern })}
        />
        <Choice
          label={t("check_digit")}
          value={check_digit}
          options={CHECKS.map((value) => ({
            value,
            label: value === "none" ? common("none") : t(value),
          }))}
          onChange={(check_digit) => set({ check_digit })}
        />
      </div>
    </>
  );
}

function Nearby({ draft }: { draft: Signal<Draft> }) {
  const set = (part: Partial<Draft>) => draft.value = { ...draft.value, ...part };
  const { en, ar, words_required } = draft.value;
  return (
    <fieldset>
      <legend>{t("nearby")}</legend>
      <div class="form-row">
        <Area label={t("english")} rows={2} value={en} onInput={(en) => set({ en })} />
        <Area label={t("arabic")} rows={2} value={ar} onInput={(ar) => set({ ar })} />
      </div>
      <Check
        label={t("words_required")}
        checked={words_required}
        onChange={(words_required) => set({ words_required })}
      />
    </fieldset>
  );
}

function Examples({ draft }: { draft: Signal<Draft> }) {
  const set = (part: Partial<Draft>) => draft.value = { ...draft.value, ...part };
  return (
    <fieldset>
      <legend>{t("examples")}</legend>
      <div class="form-row">
        <Area
          label={t("found")}
          required
          rows={2}
          value={draft.value.found}
          onInput={(found) => set({ found })}
        />
        <Area
          label={t("not_found")}
          rows={2}
          value={draft.value.not_found}
          onInput={(not_found) => set({ not_found })}
        />
      </div>
    </fieldset>
  );
}

interface Tried {
  states: number;
  texts: Entity[][];
}

const REST_MS = 350;

/** A text with what the recogniser finds in it, asked after a debounce. */
function Trial({ draft }: { draft: Draft }) {
  const text = useSignal("");
  const result = useSignal<Tried & { text: string } | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const typed = text.value;
  const asked = JSON.stringify(recogniserOf(draft));
  useEffect(() => {
    result.value = undefined;
    failure.value = undefined;
    if (!typed.trim() || !draft.pattern) return;
    const stop = new AbortController();
    const ask = async () => {
      try {
        const json = { recogniser: recogniserOf(draft), texts: [typed] };
        const tried = await get<Tried>(`${RECOGNISERS}/try`, { method: "POST", json, signal: stop.signal });
        result.value = { ...tried, text: typed };
      } catch (error) {
        if (!stop.signal.aborted) failure.value = error;
      }
    };
    const timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, asked]);
  const entities = result.value?.texts[0] ?? [];
  return (
    <>
      <Area
        label={t("trial")}
        help={t("trial_help")}
        rows={2}
        value={typed}
        onInput={(value) => text.value = value}
      />
      {failure.value !== undefined && <Failure error={failure.value} />}
      {result.value && (
        <div role="status">
          <p class="answer" dir="auto">
            <Marked
              text={result.value.text}
              places={entities.map((entity) => ({ ...entity, label: percent(entity.confidence) }))}
            />
          </p>
          <p class="muted">
            {t(entities.length > 0 ? "finds" : "finds_nothing", { n: entities.length })}{" "}
            {t("cost", { states: number(result.value.states) })}
          </p>
        </div>
      )}
    </>
  );
}

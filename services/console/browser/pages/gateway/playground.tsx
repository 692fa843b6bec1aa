/** A playground: one prompt, one or two models beside each other, streamed. */
import { type Signal, useSignal } from "@preact/signals";
import { useGet } from "../../api.ts";
import { Area, Choice, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { copyText } from "../../ui/secret.tsx";
import { Await, Card } from "../../ui/state.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import type { Model } from "./calls.ts";
import { Answer, type Running } from "./answer.tsx";
import { asCode, type CompletionAsk } from "./completion.ts";
import { ImagePick } from "./image_pick.tsx";
import { t } from "./words.ts";

export function Playground() {
  const models = useGet<{ data: Model[] }>("/gateway/v1/models");
  return (
    <Await of={models}>
      {({ data }) => (
        <Desk models={data.filter(({ capabilities }) => capabilities.includes("chat")).map(({ id }) => id)} />
      )}
    </Await>
  );
}

/** The parts of a call that are the same for both models; tools as text. */
type Fields = Omit<CompletionAsk, "model" | "tools"> & { tools: string };

const FORMS = ["curl", "TypeScript", "Python"] as const;

function Desk({ models }: { models: string[] }) {
  const fields = useSignal<Fields>({ system: "", prompt: "", temperature: "", tools: "", image: "" });
  const left = useSignal(models[0] ?? "");
  const right = useSignal("");
  const running = useSignal<Running[]>([]);
  const run = (event?: Event) => {
    event?.preventDefault();
    const tools = toolsOf(fields.value.tools);
    if (!tools) return toastFailure(new Error(t("tools_wrong")));
    stop();
    running.value = [left.value, right.value].filter(Boolean)
      .map((model) => ({ ask: { ...fields.value, model, tools }, stop: new AbortController() }));
  };
  const stop = () => running.value.forEach(({ stop }) => stop.abort());
  return (
    <>
      <Card>
        <form onSubmit={run}>
          <Places models={models} left={left} right={right} fields={fields} />
          <Prompts fields={fields} run={run} />
          <div class="actions">
            <button type="submit">
              <Icon name="play" /> {t("run")}
            </button>
            <button type="button" class="secondary" onClick={stop}>
              <Icon name="stop" /> {t("stop")}
            </button>
            <Copies ask={{ ...fields.value, model: left.value, tools: toolsOf(fields.value.tools) ?? [] }} />
          </div>
        </form>
      </Card>
      <div class="split">
        {running.value.map((answer, index) => <Answer key={index} of={answer} />)}
      </div>
    </>
  );
}

function Places(
  { models, left, right, fields }: {
    models: string[];
    left: Signal<string>;
    right: Signal<string>;
    fields: Signal<Fields>;
  },
) {
  const options = models.map((value) => ({ value, label: value }));
  const set = (part: Partial<Fields>) => fields.value = { ...fields.value, ...part };
  return (
    <div class="form-row">
      <Choice
        label={t("left_model")}
        value={left.value}
        options={options}
        onChange={(value) => left.value = value}
      />
      <Choice
        label={t("right_model")}
        value={right.value}
        options={[{ value: "", label: t("no_second") }, ...options]}
        onChange={(value) => right.value = value}
      />
      <Field
        label={t("temperature")}
        type="number"
        min={0}
        step="0.1"
        value={fields.value.temperature}
        onInput={(temperature) => set({ temperature })}
      />
    </div>
  );
}

function Prompts({ fields, run }: { fields: Signal<Fields>; run(event: Event): void }) {
  const set = (part: Partial<Fields>) => fields.value = { ...fields.value, ...part };
  return (
    <>
      <Area
        label={t("system")}
        rows={2}
        value={fields.value.system}
        onInput={(system) => set({ system })}
      />
      <Area
        label={t("prompt")}
        required
        value={fields.value.prompt}
        onInput={(prompt) => set({ prompt })}
        onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && run(event)}
      />
      <div class="form-row">
        <Area
          label={t("tools")}
          rows={2}
          dir="ltr"
          value={fields.value.tools}
          onInput={(tools) => set({ tools })}
        />
        <ImagePick chosen={fields.value.image !== ""} onChange={(image) => set({ image })} />
      </div>
    </>
  );
}

function Copies({ ask }: { ask: CompletionAsk }) {
  return (
    <>
      {FORMS.map((form) => (
        <button
          key={form}
          type="button"
          class="secondary small"
          onClick={() => void copyText(asCode(form, ask))}
        >
          {t("copy_as", { form })}
        </button>
      ))}
    </>
  );
}

function toolsOf(text: string): unknown[] | undefined {
  if (!text.trim()) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** A playground: one prompt, one or two models beside each other, streamed. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useGet } from "../../api.ts";
import { milliseconds, number } from "../../i18n/format.ts";
import { Area, Choice, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { copyText } from "../../ui/secret.tsx";
import { Await, Card } from "../../ui/state.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import type { Model } from "./calls.ts";
import { asCode, type Ask, complete } from "./completion.ts";
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

interface Running {
  ask: Ask;
  stop: AbortController;
}

const FORMS = ["curl", "TypeScript", "Python"] as const;
const LARGEST_IMAGE = 5 * 2 ** 20;

function Desk({ models }: { models: string[] }) {
  const fields = useSignal({ system: "", prompt: "", temperature: "", tools: "", image: "" });
  const left = useSignal(models[0] ?? "");
  const right = useSignal("");
  const running = useSignal<Running[]>([]);
  const set = (part: Partial<typeof fields.value>) => fields.value = { ...fields.value, ...part };
  const run = (event?: Event) => {
    event?.preventDefault();
    const tools = toolsOf(fields.value.tools);
    if (!tools) return toastFailure(new Error(t("tools_wrong")));
    stop();
    running.value = [left.value, right.value].filter(Boolean)
      .map((model) => ({ ask: { ...fields.value, model, tools }, stop: new AbortController() }));
  };
  const stop = () => running.value.forEach(({ stop }) => stop.abort());
  const options = models.map((value) => ({ value, label: value }));
  return (
    <>
      <Card>
        <form onSubmit={run}>
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
            <label class="field">
              {t("image")}
              <input
                type="file"
                accept="image/*"
                onChange={(event) =>
                  void readImage(event.currentTarget.files?.[0], (image) => set({ image }))}
              />
            </label>
          </div>
          <div class="actions">
            <button type="submit">
              <Icon name="play" /> {t("run")}
            </button>
            <button type="button" class="secondary" onClick={stop}>
              <Icon name="stop" /> {t("stop")}
            </button>
            {FORMS.map((form) => (
              <button
                key={form}
                type="button"
                class="secondary small"
                onClick={() =>
                  void copyText(
                    asCode(form, {
                      ...fields.value,
                      model: left.value,
                      tools: toolsOf(fields.value.tools) ?? [],
                    }),
                  )}
              >
                {t("copy_as", { form })}
              </button>
            ))}
          </div>
        </form>
      </Card>
      <div class="split">
        {running.value.map((one, index) => <Answer key={index} of={one} />)}
      </div>
    </>
  );
}

function Answer({ of }: { of: Running }) {
  const text = useSignal("");
  const facts = useSignal<{ first?: number; whole?: number; tokens?: number }>({});
  const failure = useSignal("");
  const begun = useRef(0);
  useEffect(() => {
    text.value = failure.value = "";
    facts.value = {};
    begun.current = performance.now();
    const since = () => performance.now() - begun.current;
    const read = async () => {
      try {
        for await (const piece of complete(of.ask, of.stop.signal)) {
          if (facts.value.first === undefined) facts.value = { first: since() };
          text.value += piece.text ?? piece.tool ?? "";
          if (piece.tokens) facts.value = { ...facts.value, tokens: piece.tokens };
        }
      } catch (error) {
        if (!of.stop.signal.aborted) failure.value = error instanceof Error ? error.message : String(error);
      }
      facts.value = { ...facts.value, whole: since() };
    };
    void read();
    return () => of.stop.abort();
  }, [of]);
  const { first, whole, tokens } = facts.value;
  return (
    <Card title={<bdi dir="ltr">{of.ask.model}</bdi>}>
      <div
        class="answer"
        dir="auto"
        aria-live="polite"
        aria-label={t("answer_of", { model: of.ask.model })}
        role="region"
      >
        {text.value}
      </div>
      {failure.value && (
        <p class="note bad" role="alert">
          <bdi>{failure.value}</bdi>
        </p>
      )}
      <small>
        {first !== undefined && (
          <span>
            {t("first_token")} <bdi>{milliseconds(first)}</bdi>
          </span>
        )}
        {whole !== undefined && (
          <span>
            {t("latency")} <bdi>{milliseconds(whole)}</bdi>
          </span>
        )}
        {tokens !== undefined && (
          <span>
            {t("tokens")} <bdi>{number(tokens)}</bdi>
          </span>
        )}
      </small>
    </Card>
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

async function readImage(file: File | undefined, done: (url: string) => void): Promise<void> {
  if (!file) return done("");
  if (file.size > LARGEST_IMAGE) return toastFailure(new Error("5 MB"));
  const reader = new FileReader();
  const { promise, resolve } = Promise.withResolvers<void>();
  reader.onload = () => resolve();
  reader.readAsDataURL(file);
  await promise;
  done(String(reader.result));
}

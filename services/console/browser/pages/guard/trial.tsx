/** A trial text: personal data marked while typing, and the policies' verdict. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api.ts";
import { percent } from "../../i18n/format.ts";
import { Area } from "../../ui/field.tsx";
import { Badge, Card } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { Attack } from "./attack.tsx";
import { findingName } from "./finding_words.ts";
import { type Entity, TONES, type Verdict } from "./guard.ts";
import { Marked } from "./marked.tsx";
import { t } from "./words.ts";

const REST_MS = 350;

export function Trial() {
  const text = useSignal("");
  const result = useEntities(text.value);
  const verdict = useSignal<Verdict | undefined>(undefined);
  const typed = text.value;
  useEffect(() => void (verdict.value = undefined), [typed]);
  const judge = async (event: Event) => {
    event.preventDefault();
    try {
      verdict.value = await get<Verdict>("/guard/api/v1/governance/evaluate", {
        method: "POST",
        json: { content: text.value },
      });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <div class="split">
      <Card>
        <form onSubmit={judge}>
          <Area
            label={t("text")}
            help={t("text_help")}
            rows={8}
            required
            value={text.value}
            onInput={(value) => text.value = value}
          />
          <button type="submit">{t("judge")}</button>
        </form>
        {verdict.value && <Judgement of={verdict.value} />}
      </Card>
      <Card title={t("marked")}>
        <div class="answer" dir="auto" role="region" aria-label={t("marked")} aria-live="polite">
          <Marked
            text={result.value.text}
            places={result.value.entities.map((entity) => ({ ...entity, label: findingName(entity.type) }))}
          />
        </div>
        <ul class="plain-list">
          {result.value.entities.map(({ type, value, start, confidence }) => (
            <li key={start}>
              <Badge tone="warn">{findingName(type)}</Badge> <bdi>{value}</bdi>{" "}
              <small>{t("confidence")} {percent(confidence)}</small>
            </li>
          ))}
        </ul>
        {!text.value && <p class="muted">{t("marked_none")}</p>}
        {result.value.text && result.value.entities.length === 0 && <p class="muted">{t("no_pii")}</p>}
      </Card>
      <Attack text={typed} />
    </div>
  );
}

/** Personal data in `typed`, fetched after a debounce. */
function useEntities(typed: string): Signal<{ text: string; entities: Entity[] }> {
  const result = useSignal<{ text: string; entities: Entity[] }>({ text: "", entities: [] });
  useEffect(() => {
    if (!typed.trim()) {
      result.value = { text: typed, entities: [] };
      return;
    }
    const stop = new AbortController();
    const ask = async () => {
      try {
        const path = "/guard/api/v1/pii/detect";
        const { entities } = await get<{ entities: Entity[] }>(path, {
          method: "POST",
          json: { text: typed },
          signal: stop.signal,
        });
        result.value = { text: typed, entities };
      } catch (error) {
        if (!stop.signal.aborted) toastFailure(error);
      }
    };
    const timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);
  return result;
}

function Judgement({ of: { allowed, action, violations, content_score } }: { of: Verdict }) {
  return (
    <div role="status">
      <p>
        <Badge tone={allowed ? "good" : "bad"}>{t(allowed ? "allowed" : "refused")}</Badge>{" "}
        <Badge tone={TONES[action]}>{t(action)}</Badge> {t("score")} <bdi>{percent(content_score)}</bdi>
      </p>
      {violations.length === 0 && <p class="muted">{t("no_violation")}</p>}
      <ul class="plain-list">
        {violations.map(({ policy_id, name, action, matched_terms }) => (
          <li key={policy_id}>
            <Badge tone={TONES[action]}>{t(action)}</Badge> <bdi>{name}</bdi>{" "}
            {matched_terms.length > 0 && <Code>{matched_terms.join(" · ")}</Code>}
          </li>
        ))}
      </ul>
    </div>
  );
}

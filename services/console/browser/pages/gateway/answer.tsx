/** One model's answer as it comes, with its times. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { milliseconds, number } from "../../i18n/format.ts";
import { Card } from "../../ui/state.tsx";
import { complete, type CompletionAsk } from "./completion.ts";
import { t } from "./words.ts";

/** A call that runs. */
export interface Running {
  ask: CompletionAsk;
  stop: AbortController;
}

export function Answer({ of }: { of: Running }) {
  const text = useSignal("");
  const facts = useSignal<Times>({});
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
      <Facts {...facts.value} />
    </Card>
  );
}

interface Times {
  first?: number;
  whole?: number;
  tokens?: number;
}

function Facts({ first, whole, tokens }: Times) {
  return (
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
  );
}

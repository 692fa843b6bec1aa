/** The steps of a run as a timeline: what the model said, its tools with arguments, results and times. */
import { milliseconds, number } from "../../i18n/format.ts";
import { Badge, type Tone } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import type { Step, ToolCall } from "./agents.ts";
import { t } from "./words.ts";

export function Timeline({ steps, working = false }: { steps: Step[]; working?: boolean }) {
  return (
    <ol class="timeline">
      {steps.map((step, index) => (
        <li key={step.step}>
          <header>
            <strong>{t("step_n", { n: step.step })}</strong>
            {step.model && <Code>{step.model}</Code>}
            {step.duration_ms !== undefined && <small>{milliseconds(step.duration_ms)}</small>}
            {step.usage && (
              <small>
                {t("tokens")} <bdi>{number(step.usage.total_tokens)}</bdi>
              </small>
            )}
          </header>
          {step.reasoning && (
            <details>
              <summary>{t("reasoning")}</summary>
              <p dir="auto" class="answer">{step.reasoning}</p>
            </details>
          )}
          {step.tool_calls.map((call) => <Call key={call.id} of={call} />)}
          {step.error && (
            <p class="note bad">
              <bdi>{step.error}</bdi>
            </p>
          )}
          {working && index === steps.length - 1 && step.duration_ms === undefined &&
            step.tool_calls.length === 0 && <p class="muted">{t("thinking")}</p>}
        </li>
      ))}
    </ol>
  );
}

function toneOf(status: ToolCall["status"]): Tone {
  if (status === "ok") return "good";
  return status === "running" || status === "not_run"
    ? "calm"
    : status === "awaiting_approval"
    ? "warn"
    : "bad";
}

function Call(
  { of: { name, status = "running", arguments: given, result, duration_ms, error } }: { of: ToolCall },
) {
  return (
    <details class="call">
      <summary>
        <Code>{name}</Code> <Badge tone={toneOf(status)}>{t(status)}</Badge>{" "}
        {duration_ms !== undefined && <small>{milliseconds(duration_ms)}</small>}
      </summary>
      <h3>{t("arguments")}</h3>
      <pre>{JSON.stringify(given, null, 2)}</pre>
      {(result || error) && <h3>{t("result")}</h3>}
      {error && (
        <p class="note bad">
          <bdi>{error}</bdi>
        </p>
      )}
      {result && <pre>{result}</pre>}
    </details>
  );
}

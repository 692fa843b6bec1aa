/** The trace of one run, and the decisions it waits for. */
import { get, useGet } from "../../api.ts";
import { milliseconds, number, usd } from "../../i18n/format.ts";
import { Await, Badge, Card, Stat, Stats } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { API, type Run, TONES, type Trace } from "./agents.ts";
import { Decisions } from "./decisions.tsx";
import { Timeline } from "./timeline.tsx";
import { t } from "./words.ts";

const LOOK_MS = 5_000;

export function TraceView({ agent, run, changed }: { agent: string; run: string; changed(): void }) {
  const trace = useGet<Trace>(`${API}/agents/${agent}/traces/${run}`, { everyMs: LOOK_MS });
  const status = trace.data.value?.status;
  const again = () => {
    trace.reload();
    changed();
  };
  return (
    <Card
      title={t("trace")}
      actions={status && <Badge tone={TONES[status]}>{t(status)}</Badge>}
    >
      <Await of={trace}>
        {(of) => (
          <>
            <Stats>
              <Stat label={t("time")} value={milliseconds(of.duration_ms)} />
              <Stat label={t("tokens")} value={number(of.total_tokens)} />
              {typeof of.spent?.cost_usd === "number" && (
                <Stat label={t("cost")} value={usd(of.spent.cost_usd)} />
              )}
              <Stat label={t("model")} value={<Code>{of.model}</Code>} />
            </Stats>
            <div class="said user">
              <div class="answer" dir="auto">{of.input}</div>
            </div>
            <Timeline steps={of.steps} />
            {of.output && (
              <div class="said assistant">
                <div class="answer" dir="auto">{of.output}</div>
              </div>
            )}
            {of.error && (
              <p class="note bad">
                <bdi>{of.error}</bdi>
              </p>
            )}
            {of.status === "awaiting_approval" && <Waiting agent={agent} run={run} done={again} />}
            {(of.status === "running" || of.status === "queued") && (
              <Cancel agent={agent} run={run} done={again} />
            )}
          </>
        )}
      </Await>
    </Card>
  );
}

interface Act {
  agent: string;
  run: string;
  done(): void;
}

function Waiting({ agent, run, done }: Act) {
  const waiting = useGet<Run>(`${API}/agents/${agent}/runs/${run}`);
  const decided = () => {
    waiting.reload();
    done();
  };
  return (
    <>
      <h3>{t("waits_for_you")}</h3>
      {waiting.data.value && <Decisions of={waiting.data.value} done={decided} />}
    </>
  );
}

function Cancel({ agent, run, done }: Act) {
  const cancel = async () => {
    try {
      await get(`${API}/agents/${agent}/runs/${run}/cancel`, { method: "POST" });
    } catch (error) {
      toastFailure(error);
    }
    done();
  };
  return <button type="button" class="secondary" onClick={() => void cancel()}>{t("cancel_run")}</button>;
}

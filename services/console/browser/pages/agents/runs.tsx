/** The runs of an agent; one with its trace, or two side by side. */
import { useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { getList } from "../../api.ts";
import { milliseconds, number } from "../../i18n/format.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { query, setQuery } from "../../router.ts";
import { Choice } from "../../ui/field.tsx";
import { Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { API, type Run, type RunStatus, TONES } from "./agents.ts";
import { TraceView } from "./trace.tsx";
import { t } from "./words.ts";

const STATES = [
  ...["queued", "running", "awaiting_approval", "completed", "failed"] as const,
  ...["max_steps_exceeded", "cancelled", "interrupted"] as const,
];

const LOOK_MS = 5_000;

export function Runs({ id }: { id: string }) {
  const news = useSignal(0);
  const recent = useSignal<Run[]>([]);
  const status = STATES.find((state) => state === query.value.get("status"));
  const count = news.value;
  const load = useMemo(() => async (offset: number, limit: number, signal: AbortSignal) => {
    const only = status ? `&status=${status}` : "";
    const page = await getList<Run>(
      `${API}/agents/${id}/runs?skip=${offset}&limit=${limit}${only}`,
      signal,
    );
    if (offset === 0) recent.value = page.rows;
    return page;
  }, [id, status, count]);
  const run = query.value.get("run");
  const other = query.value.get("with");
  return (
    <>
      <div class="filters">
        <Choice<RunStatus | "">
          label={common("status")}
          value={status ?? ""}
          options={[
            { value: "", label: common("all") },
            ...STATES.map((value) => ({ value, label: t(value) })),
          ]}
          onChange={(value) => setQuery({ status: value })}
        />
        {run && (
          <>
            <Choice
              label={t("compare")}
              value={other ?? ""}
              options={[
                { value: "", label: t("compare_none") },
                ...recent.value.filter(({ id }) => id !== run).map(({ id, input }) => ({
                  value: id,
                  label: input.slice(0, 60),
                })),
              ]}
              onChange={(value) => setQuery({ with: value })}
            />
            <button
              type="button"
              class="secondary"
              onClick={() => setQuery({ run: undefined, with: undefined })}
            >
              {t("close_trace")}
            </button>
          </>
        )}
      </div>
      {run && (
        <div class="split">
          <TraceView key={run} agent={id} run={run} changed={() => news.value++} />
          {other && <TraceView key={other} agent={id} run={other} changed={() => news.value++} />}
        </div>
      )}
      <LongTable
        name="agent-runs"
        label={t("runs")}
        columns={columns(id)}
        load={load}
        everyMs={LOOK_MS}
        empty={<Empty title={t("no_runs")}>{t("no_runs_words")}</Empty>}
        onOpen={(run) => setQuery({ run: run.id })}
      />
    </>
  );
}

function columns(agent: string): Column<Run>[] {
  return [
    {
      id: "input",
      label: t("input"),
      cell: ({ id, input }) => (
        <a href={`/agents?agent=${agent}&view=runs&run=${id}`}>
          <bdi>{input}</bdi>
        </a>
      ),
      text: ({ input }) => input,
    },
    {
      id: "status",
      label: common("status"),
      cell: ({ status }) => <Badge tone={TONES[status]}>{t(status)}</Badge>,
      text: ({ status }) => status,
    },
    {
      id: "steps",
      label: t("steps"),
      end: true,
      cell: ({ steps_count }) => number(steps_count),
      text: ({ steps_count }) => steps_count,
    },
    {
      id: "tokens",
      label: t("tokens"),
      end: true,
      cell: ({ total_tokens }) => number(total_tokens),
      text: ({ total_tokens }) => total_tokens,
    },
    {
      id: "time",
      label: t("time"),
      end: true,
      cell: ({ duration_ms }) => milliseconds(duration_ms),
      text: ({ duration_ms }) => duration_ms,
    },
    { id: "who", label: t("who"), cell: ({ created_by }) => <bdi>{created_by}</bdi> },
    {
      id: "when",
      label: t("when"),
      cell: ({ started_at }) => <Time at={started_at} />,
      text: ({ started_at }) => started_at,
    },
  ];
}

/** Which evaluations stand side by side in a matrix. */
import { useGet } from "../../api.ts";
import { percent } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Check, Choice } from "../../ui/field.tsx";
import { Card } from "../../ui/state.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { API, type Result } from "./evaluation.ts";
import { Instruction } from "./matrix_heads.tsx";
import { t } from "./words.ts";
import { benchmarkText } from "./benchmark_text.ts";

const MOST = 12;
const AT_FIRST = 4;

/** The completed evaluations of the chosen benchmark, and the benchmarks that have any. */
export function useRuns() {
  const newest = useGet<Result[]>(`${API}/results?status=completed&limit=100`);
  const latest = newest.data.value ?? [];
  const benchmark = query.value.get("benchmark") ?? latest[0]?.benchmark_id;
  const own = useGet<Result[]>(
    benchmark === undefined
      ? undefined
      : `${API}/results?status=completed&limit=100&benchmark_id=${encodeURIComponent(benchmark)}`,
  );
  const benchmarks = new Map(
    latest.map(({ benchmark_id, benchmark_name }) => [benchmark_id, benchmarkText(benchmark_name)]),
  );
  return { known: benchmark === undefined ? newest : own, benchmarks };
}

/** The evaluations that the address names, else the newest of each model and instruction. */
export function chosenRuns(known: Result[]): string[] {
  const named = query.value.get("runs");
  if (named !== null) {
    return named.split(",").filter((id) => known.some((run) => run.id === id)).slice(0, MOST);
  }
  const kinds = new Map<string, string>();
  for (const { id, model_id, provider, system_prompt, benchmark_hash } of known) {
    const kind = JSON.stringify([model_id, provider, system_prompt]);
    if (benchmark_hash === known[0]?.benchmark_hash && !kinds.has(kind)) kinds.set(kind, id);
  }
  return [...kinds.values()].slice(0, AT_FIRST);
}

export function RunChoice({ known, chosen, benchmarks }: {
  known: Result[];
  chosen: string[];
  benchmarks: Map<string, string>;
}) {
  const [first] = known;
  const hash = known.find(({ id }) => id === chosen[0])?.benchmark_hash;
  const turn = (id: string, on: boolean) => {
    const others = chosen.filter((other) => other !== id);
    setQuery({ benchmark: first?.benchmark_id, runs: (on ? [...others, id] : others).join() || "none" });
  };
  return (
    <Card title={t("matrix_choose")}>
      <div class="filters">
        <Choice
          label={t("benchmark")}
          value={first?.benchmark_id ?? ""}
          options={[...benchmarks].map(([value, label]) => ({ value, label }))}
          onChange={(benchmark) => setQuery({ benchmark, runs: undefined, category: undefined })}
        />
      </div>
      <fieldset class="run-choice">
        <legend>{t("results")}</legend>
        {known.map((run) => {
          const on = chosen.includes(run.id);
          const fits = on || (hash === undefined || run.benchmark_hash === hash) && chosen.length < MOST;
          return (
            <Check
              key={run.id}
              disabled={!fits}
              checked={on}
              onChange={(checked) => turn(run.id, checked)}
              label={
                <span>
                  <Code>{run.model_id}</Code>{" "}
                  {run.overall_score !== null && <bdi>{percent(run.overall_score)}</bdi>}{" "}
                  {run.system_prompt !== null && <Instruction of={run.system_prompt} />}{" "}
                  <small>
                    {t("version")} <bdi>{run.benchmark_version}</bdi> · <Time at={run.created_at} />
                  </small>
                </span>
              }
            />
          );
        })}
      </fieldset>
    </Card>
  );
}

/** The columns of a matrix: what was asked how, and how much of it was right. */
import { Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { Interval } from "./interval.tsx";
import { t } from "./words.ts";

export interface MatrixColumn {
  eval_id: string;
  model_id: string;
  provider: string;
  system_prompt: string | null;
  created_at: string;
  scored: number;
  passed_count: number;
  pass_rate: number | null;
  confidence_interval: number[] | null;
}

/** The instruction in short, or that it is the benchmark's. */
export function Instruction({ of }: { of: string | null }) {
  if (of === null) return <span class="muted">{t("own_of_benchmark")}</span>;
  return <bdi title={of}>{of.length > 60 ? `${of.slice(0, 60)}…` : of}</bdi>;
}

export function Heads({ of }: { of: MatrixColumn[] }) {
  return (
    <Table
      name="matrix-heads"
      label={t("right_share")}
      rows={of}
      columns={[
        {
          id: "model",
          label: t("model"),
          cell: ({ model_id, eval_id }) => (
            <a href={`/evaluation?result=${eval_id}`}>
              <Code>{model_id}</Code>
            </a>
          ),
        },
        { id: "prompt", label: t("prompt"), cell: ({ system_prompt }) => <Instruction of={system_prompt} /> },
        {
          id: "share",
          label: t("right_share"),
          cell: ({ pass_rate, confidence_interval }) =>
            pass_rate === null ? "–" : <Interval score={pass_rate} interval={confidence_interval} />,
          text: ({ pass_rate }) => pass_rate,
        },
        {
          id: "count",
          label: t("right_of"),
          end: true,
          cell: ({ passed_count, scored }) => t("of", { n: passed_count, total: scored }),
        },
        { id: "when", label: t("when"), hidden: true, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  );
}

/** A what-if view of the order under other weights, which stores nothing. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { number, percent } from "../../i18n/format.ts";
import { Badge, Card } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import type { Evaluation } from "./procurement.ts";
import { ranked } from "./what_if.ts";
import { criterionName, t } from "./words.ts";

export function WhatIf({ of: { criteria, evaluations, version } }: { of: Evaluation }) {
  const tenderWeights = () => Object.fromEntries(criteria.map(({ name, weight }) => [name, weight * 100]));
  const weights = useSignal<Record<string, number>>(tenderWeights());
  const sum = Object.values(weights.value).reduce((sum, weight) => sum + weight, 0);
  const order = ranked(evaluations, weights.value);
  const before = new Map(evaluations.map(({ bid_id, rank }) => [bid_id, rank]));
  return (
    <Card
      key={version}
      title={t("what_if")}
      actions={
        <button type="button" class="secondary small" onClick={() => weights.value = tenderWeights()}>
          {t("as_tender")}
        </button>
      }
    >
      <p class="note warn">{t("what_if_words")}</p>
      <div class="split">
        <div>
          {criteria.map(({ name }) => (
            <Slider
              key={name}
              label={criterionName(name)}
              value={weights.value[name] ?? 0}
              share={sum > 0 ? (weights.value[name] ?? 0) / sum : 0}
              onInput={(value) => weights.value = { ...weights.value, [name]: value }}
            />
          ))}
        </div>
        <div aria-live="polite">
          <Table
            label={t("what_if")}
            rows={order}
            empty={<p>{t("no_order")}</p>}
            columns={[
              { id: "rank", label: t("rank"), cell: ({ rank }) => number(rank), text: ({ rank }) => rank },
              {
                id: "supplier",
                label: t("supplier"),
                cell: ({ bid_id }) => (
                  <bdi>{evaluations.find((evaluation) => evaluation.bid_id === bid_id)?.supplier_name}</bdi>
                ),
              },
              {
                id: "total",
                label: t("total"),
                end: true,
                cell: ({ total }) => number(total),
                text: ({ total }) => total,
              },
              {
                id: "moved",
                label: t("moved"),
                cell: ({ bid_id, rank }) => <Moved by={(before.get(bid_id) ?? rank) - rank} />,
                text: ({ bid_id, rank }) => (before.get(bid_id) ?? rank) - rank,
              },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}

function Moved({ by }: { by: number }) {
  if (by === 0) return <Badge>{t("stays")}</Badge>;
  return by > 0
    ? <Badge tone="good">{t("moved_up", { n: by })}</Badge>
    : <Badge tone="bad">{t("moved_down", { n: -by })}</Badge>;
}

function Slider({ label, value, share, onInput }: {
  label: string;
  value: number;
  share: number;
  onInput(value: number): void;
}) {
  const id = useId();
  return (
    <div class="field slider">
      <label for={id}>
        <bdi>{label}</bdi> <output for={id}>{percent(share)}</output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        value={value}
        aria-valuetext={percent(share)}
        onInput={(event) => onInput(Number(event.currentTarget.value))}
      />
    </div>
  );
}

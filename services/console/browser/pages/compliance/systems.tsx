/** The systems that were assessed, with their scores. */
import { useSignal } from "@preact/signals";
import { number } from "../../i18n/format.ts";
import { navigate } from "../../router.ts";
import { More, useList } from "../../ui/list.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { AssessForm } from "./assess.tsx";
import { API, type System, toneOf } from "./compliance.ts";
import { t } from "./words.ts";

export function Systems() {
  const systems = useList<System>(`${API}/systems?limit=100`);
  const making = useSignal(false);
  return (
    <Card
      title={t("systems")}
      actions={
        <button type="button" class="small" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("assess")}
        </button>
      }
    >
      <Await of={systems}>
        {(rows) => (
          <Table
            label={t("systems")}
            rows={rows}
            empty={<Empty title={t("no_systems")}>{t("no_systems_words")}</Empty>}
            columns={[
              {
                id: "name",
                label: t("system_name"),
                cell: ({ id, name }) => (
                  <a href={`/compliance?system=${id}`}>
                    <bdi>{name}</bdi>
                  </a>
                ),
              },
              {
                id: "score",
                label: t("score"),
                end: true,
                cell: ({ trend }) => <Score value={trend.at(-1)?.overall_score ?? null} />,
                text: ({ trend }) => trend.at(-1)?.overall_score,
              },
              {
                id: "assessments",
                label: t("assessments"),
                end: true,
                cell: ({ assessments }) => number(assessments),
                text: ({ assessments }) => assessments,
              },
              { id: "last", label: t("last"), cell: ({ trend }) => <Time at={trend.at(-1)?.assessed_at} /> },
            ]}
          />
        )}
      </Await>
      <More of={systems} />
      {making.value && (
        <AssessForm
          onClose={() => making.value = false}
          done={({ system_id }) => navigate(`/compliance?system=${system_id}`)}
        />
      )}
    </Card>
  );
}

export function Score({ value }: { value: number | null }) {
  return <Badge tone={toneOf(value)}>{value === null ? t("no_score") : number(value)}</Badge>;
}

/** Which evidence would reach a target: computed by the service, and nothing of it is kept. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useGet } from "../../api.ts";
import { number } from "../../i18n/format.ts";
import { Await, Card } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { API, type Report } from "./compliance.ts";
import { Score } from "./systems.tsx";
import { t } from "./words.ts";

interface Plan {
  features: string[] | null;
  score: number | null;
  gains: { feature: string; score: number; gain: number }[];
}

export function Plan({ of }: { of: Report }) {
  const target = useSignal(80);
  const shown = useSignal(80);
  const plan = useGet<Plan>(`${API}/reports/${of.id}/plan?target=${target.value}`);
  const id = useId();
  const says = new Map(
    of.frameworks.flatMap(({ requirements }) => requirements)
      .flatMap(({ checks }) => checks.map(({ check, says }) => [check, says] as const)),
  );
  return (
    <Card title={t("plan")}>
      <p class="note warn">{t("plan_words")}</p>
      <div class="field slider">
        <label for={id}>
          {t("target")} <output for={id}>{number(shown.value)}</output>
        </label>
        <input
          id={id}
          type="range"
          min={10}
          max={100}
          step={5}
          value={shown.value}
          onInput={(event) => shown.value = Number(event.currentTarget.value)}
          onChange={(event) => target.value = Number(event.currentTarget.value)}
        />
      </div>
      <Await of={plan}>
        {({ features, score, gains }) => (
          <>
            {features === null ? <p role="status">{t("out_of_reach")}</p> : (
              <>
                <p role="status">
                  {t("reached")} <Score value={score} />
                </p>
                <ul>
                  {features.map((feature) => (
                    <li key={feature}>
                      <bdi>{says.get(feature) ?? feature}</bdi>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <details>
              <summary>{t("alone")}</summary>
              <Table
                label={t("alone")}
                rows={gains}
                columns={[
                  {
                    id: "piece",
                    label: t("piece"),
                    cell: ({ feature }) => <bdi>{says.get(feature) ?? feature}</bdi>,
                  },
                  {
                    id: "gain",
                    label: t("gain"),
                    end: true,
                    cell: ({ gain }) => number(gain),
                    text: ({ gain }) => gain,
                  },
                  {
                    id: "score",
                    label: t("score"),
                    end: true,
                    cell: ({ score }) => number(score),
                    text: ({ score }) => score,
                  },
                ]}
              />
            </details>
          </>
        )}
      </Await>
    </Card>
  );
}

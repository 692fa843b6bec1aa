/** Changes since the assessment before. */
import { useGet } from "../../api.ts";
import { number } from "../../i18n/format.ts";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { API, type Report, type Status, TONES } from "./compliance.ts";
import { t } from "./words.ts";

interface Comparison {
  overall_change: number | null;
  changed: { framework_id: string; requirement_id: string; from: Status; to: Status }[];
}

export function Changes({ from, to, of }: { from: string; to: string; of: Report }) {
  const comparison = useGet<Comparison>(`${API}/reports/${from}/compare/${to}`);
  const titleOf = (framework: string, requirement: string) =>
    of.frameworks.find(({ framework_id }) => framework_id === framework)?.requirements
      .find(({ requirement_id }) => requirement_id === requirement)?.title ?? requirement;
  return (
    <Card title={t("compare")}>
      <Await of={comparison}>
        {({ overall_change, changed }) => (
          <>
            {overall_change !== null && (
              <p>
                <Badge tone={overall_change > 0 ? "good" : overall_change < 0 ? "bad" : "calm"}>
                  {overall_change > 0 ? "+" : ""}
                  {number(overall_change)}
                </Badge>
              </p>
            )}
            {changed.length === 0 && <p class="muted">{t("no_change")}</p>}
            <ul class="plain-list">
              {changed.map(({ framework_id, requirement_id, from, to }) => (
                <li key={`${framework_id} ${requirement_id}`}>
                  <bdi>{titleOf(framework_id, requirement_id)}</bdi>:{" "}
                  <Badge tone={TONES[from]}>{t(from)}</Badge>
                  <Icon name="forward" /> <Badge tone={TONES[to]}>{t(to)}</Badge>
                </li>
              ))}
            </ul>
          </>
        )}
      </Await>
    </Card>
  );
}

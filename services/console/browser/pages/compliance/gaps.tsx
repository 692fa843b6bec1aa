/** The gaps of an assessment as a board by severity. */
import { useGet } from "../../api.ts";
import { number } from "../../i18n/format.ts";
import { lang } from "../../prefs.ts";
import { Await, Badge, Card } from "../../ui/state.tsx";
import {
  API,
  type Report,
  SEVERITIES,
  type Severity,
  SEVERITY_TONES,
  type Status,
  TONES,
} from "./compliance.ts";
import { t } from "./words.ts";

interface Gap {
  requirement_id: string;
  framework_id: string;
  ref: string;
  requirement: string;
  severity: Severity;
  status: Exclude<Status, "met" | "not_applicable">;
  remediation: string;
}

export function Gaps({ of: { id } }: { of: Report }) {
  const gaps = useGet<Gap[]>(`${API}/gaps?report_id=${id}&lang=${lang.value}`);
  return (
    <Card title={t("gaps_board")}>
      <Await of={gaps}>
        {(all) => (
          <div class="board">
            {SEVERITIES.map((severity) => {
              const own = all.filter((gap) => gap.severity === severity);
              return (
                <section key={severity} aria-label={t(severity)}>
                  <h3>
                    <Badge tone={SEVERITY_TONES[severity]}>{t(severity)}</Badge>{" "}
                    <small>{number(own.length)}</small>
                  </h3>
                  <ul class="plain-list gaps">
                    {own.length === 0 && <li class="muted">{t("no_gaps")}</li>}
                    {own.map((gap) => (
                      <li key={`${gap.framework_id} ${gap.requirement_id}`}>
                        <details class="call">
                          <summary>
                            <bdi>{gap.requirement}</bdi>
                          </summary>
                          <Badge tone={TONES[gap.status]}>{t(gap.status)}</Badge>{" "}
                          <small>
                            <bdi>{gap.framework_id}</bdi> <bdi>{gap.ref}</bdi>
                          </small>
                          <p dir="auto">{gap.remediation}</p>
                        </details>
                      </li>
                    ))}
                  </ul>
                </section>
              );
            })}
          </div>
        )}
      </Await>
    </Card>
  );
}

/** The latest evaluation: its recommendation or the data it lacks, and the red flags. */
import { flagName } from "../../i18n/service_words.ts";
import { dateTime } from "../../i18n/format.ts";
import { Badge, Card } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import type { Evaluation } from "./procurement.ts";
import { inLanguage, t } from "./words.ts";

export function Verdict({ of }: { of: Evaluation }) {
  const { version, evaluated_at, evaluated_by, evaluations } = of;
  const missing = inLanguage(of.missing, of.missing_ar);
  const supplier = (id: string) => evaluations.find(({ bid_id }) => bid_id === id)?.supplier_name ?? id;
  return (
    <div class="split">
      <Card
        title={t(of.recommendation_withheld ? "withheld" : "recommendation")}
        actions={of.preliminary && <Badge tone="warn">{t("preliminary")}</Badge>}
      >
        <p dir="auto">{inLanguage(of.recommendation, of.recommendation_ar)}</p>
        {missing.length > 0 && <h3>{t("missing")}</h3>}
        <ul class="plain-list">
          {missing.map((text) => <li key={text} dir="auto">{text}</li>)}
          {inLanguage(of.warnings, of.warnings_ar).map((text) => (
            <li key={text} dir="auto" class="note warn">{text}</li>
          ))}
        </ul>
        <small title={of.inputs_sha256}>
          {t("version_of", { n: version, when: dateTime(evaluated_at), by: evaluated_by })}{" "}
          <Code>{of.inputs_sha256.slice(0, 12)}</Code>
        </small>
      </Card>
      <Card title={t("red_flags")}>
        {of.red_flags.length === 0 && <p class="muted">{t("no_red_flags")}</p>}
        <ul class="plain-list">
          {of.red_flags.map(({ code, message, message_ar, indicator, bid_ids }) => (
            <li key={`${code} ${bid_ids}`}>
              <Badge tone="bad">{flagName(code)}</Badge>{" "}
              <span dir="auto">{inLanguage(message, message_ar)}</span> {bid_ids.map((id) => (
                <bdi key={id}>
                  <strong>{supplier(id)}</strong>
                </bdi>
              ))}
              <br />
              <small dir="ltr">{indicator}</small>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

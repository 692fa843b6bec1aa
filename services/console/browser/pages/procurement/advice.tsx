/** Advice on a tender before its bids come: risks of its wording, others like it, weights of its kind. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { percent } from "../../i18n/format.ts";
import { Icon } from "../../ui/icons.tsx";
import { Card } from "../../ui/state.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { t } from "./advice_words.ts";
import { API, mayJudge, type Tender } from "./procurement.ts";
import { criterionName } from "./words.ts";

interface Analysis {
  language: "en" | "ar";
  risk_assessment: string[];
  market_comparison: string;
  recommendation: string;
  suggested_weights: Record<string, number>;
  model_used: string | null;
}

export function Advice({ of }: { of: Tender }) {
  const advice = useSignal<Analysis | undefined>(undefined);
  const ask = async () => {
    try {
      advice.value = await get<Analysis>(`${API}/tenders/${of.id}/analyze`, { method: "POST" });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Card
      title={t("advice")}
      actions={
        <>
          {mayJudge(of) && (
            <button type="button" class="secondary small" onClick={() => void ask()}>{t("analyse")}</button>
          )}
          <a
            role="button"
            class="secondary small"
            href={`/api${API}/ocds/releases/${of.id}`}
            download={`${of.id}.json`}
          >
            <Icon name="download" /> OCDS
          </a>
        </>
      }
    >
      <p class="muted">{t("advice_words")}</p>
      {advice.value && <Said of={advice.value} />}
    </Card>
  );
}

function Said({ of }: { of: Analysis }) {
  const weights = Object.entries(of.suggested_weights);
  return (
    <div role="status" lang={of.language} dir="auto">
      {of.risk_assessment.length > 0 && (
        <>
          <h3>{t("risks")}</h3>
          <ul class="plain-list">
            {of.risk_assessment.map((risk) => <li key={risk} class="note warn">{risk}</li>)}
          </ul>
        </>
      )}
      <h3>{t("market")}</h3>
      <p>{of.market_comparison}</p>
      <h3>{t("recommendation")}</h3>
      <p>{of.recommendation}</p>
      {weights.length > 0 && (
        <>
          <h3>{t("weights")}</h3>
          <ul class="plain-list">
            {weights.map(([name, weight]) => (
              <li key={name}>
                <bdi>{criterionName(name)}</bdi> <bdi>{percent(weight)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

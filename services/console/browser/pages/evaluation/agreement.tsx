/** How far people and the machine agree, and the choice of whose scores count. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { number } from "../../i18n/format.ts";
import { navigate } from "../../router.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { type Rights, rightsOf } from "../../ui/rights.ts";
import { Badge, Card, Stat, Stats } from "../../ui/state.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { API, type Result } from "./evaluation.ts";
import { Interval } from "./interval.tsx";
import type { Agreement, LabellingPage } from "./label.ts";
import { t } from "./words.ts";

export function Agreements({ of, result }: { of: LabellingPage; result: Result }) {
  const rights = rightsOf(
    useGet<Rights>(isManager.value ? undefined : `${API}/results/${result.id}/rights`),
  );
  return (
    <Card
      title={t("agreement")}
      actions={rights.change && of.labelled > 0 && <Scoring result={result} />}
    >
      <Stats>
        <Stat label={t("labelled")} value={t("of", { n: of.labelled, total: of.total })} />
        <Stat label={t("labelled_own")} value={number(of.own)} />
        {of.disputed > 0 && <Stat label={t("disputed")} value={number(of.disputed)} />}
      </Stats>
      <Agreed of={of.machine} label={t("agree_machine")} />
      {of.judge.compared > 0 && <Agreed of={of.judge} label={t("agree_judge")} />}
    </Card>
  );
}

function Agreed({ of, label }: { of: Agreement; label: string }) {
  if (of.share === null) return <p class="muted">{t("agree_none")}</p>;
  const [low = 0, high = 0] = of.kappa_interval ?? [];
  return (
    <Stats>
      <Stat
        label={label}
        value={<Interval score={of.share} interval={of.share_interval} />}
        note={t("of", { n: of.agreed, total: of.compared })}
      />
      <Stat
        label={t("kappa")}
        value={of.kappa === null ? "–" : number(of.kappa)}
        note={of.kappa === null
          ? t(of.compared < 5 ? "kappa_few" : "kappa_none")
          : t("kappa_interval", { low: number(low), high: number(high) })}
      />
    </Stats>
  );
}

/** Scores the result again, with people's labels or without. */
function Scoring({ result }: { result: Result }) {
  const dialog = useSignal<"with" | "without" | undefined>(undefined);
  const score = async (labels: boolean) => {
    try {
      await get(`${API}/results/${result.id}/rescore`, { method: "POST", json: { labels } });
      toast(() => t("rescoring"));
      navigate(`/evaluation?result=${result.id}`);
    } catch (error) {
      toastFailure(error);
    }
  };
  const withLabels = dialog.value === "with";
  const confirm = () => void score(withLabels);
  return (
    <>
      {result.uses_labels && <Badge tone="warn">{t("uses_labels")}</Badge>}
      <button type="button" class="secondary" onClick={() => dialog.value = "with"}>{t("score_with")}</button>
      {result.uses_labels && (
        <button type="button" class="secondary" onClick={() => dialog.value = "without"}>
          {t("score_without")}
        </button>
      )}
      {dialog.value && (
        <Confirm
          title={t(withLabels ? "score_with" : "score_without")}
          text={t(withLabels ? "score_with_words" : "score_without_words")}
          label={t(withLabels ? "score_with" : "score_without")}
          act={confirm}
          onClose={() => dialog.value = undefined}
        />
      )}
    </>
  );
}

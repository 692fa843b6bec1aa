/** One tender: its clock, requirements, bids, and evaluation. */
import { fieldOfWork } from "../../i18n/service_words.ts";
import { useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { money, percent } from "../../i18n/format.ts";
import { PageHead } from "../../ui/page_head.tsx";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { Time } from "../../ui/time.tsx";
import { Advice } from "./advice.tsx";
import { TenderHistory } from "./tender_history.tsx";
import { TenderActions } from "./tender_actions.tsx";
import { Bids } from "./bids.tsx";
import { Clock } from "./clock.tsx";
import { Findings } from "./findings.tsx";
import { Matrix } from "./matrix.tsx";
import { API, type Bid, type Evaluation, mayJudge, type Tender, TONES } from "./procurement.ts";
import { Verdict } from "./verdict.tsx";
import { WhatIf } from "./what_if.tsx";
import { criterionName, t } from "./words.ts";

const LOOK_MS = 15_000;

export function TenderPage({ id }: { id: string }) {
  const tender = useGet<Tender>(`${API}/tenders/${id}`, { everyMs: LOOK_MS });
  const bids = useGet<Bid[]>(`${API}/tenders/${id}/bids`, { everyMs: LOOK_MS });
  const known = tender.data.value;
  const judges = known !== undefined && mayJudge(known) && known.status !== "draft";
  const versions = useGet<Evaluation[]>(judges ? `${API}/tenders/${id}/evaluations` : undefined);
  const again = () => {
    tender.reload();
    bids.reload();
    versions.reload();
  };
  return (
    <>
      <a href="/procurement" class="back">{t("back")}</a>
      <Await of={tender}>
        {(tender) => (
          <>
            <PageHead
              title={tender.title}
              intro={tender.description}
              actions={
                <TenderActions
                  of={tender}
                  bids={bids.data.value ?? []}
                  evaluation={versions.data.value?.[0]}
                  again={again}
                />
              }
            />
            <p class="facts-line">
              <Badge tone={TONES[tender.status]}>{t(tender.status)}</Badge>
              <Clock of={tender} />
              {tender.sealed && tender.opened_at === null && (
                <span title={t("sealed_words")}>
                  <Badge>{t("sealed")}</Badge>
                </span>
              )}
            </p>
            <Facts of={tender} />
            <Await of={bids}>{(bids) => <Bids of={bids} tender={tender} again={again} />}</Await>
            {judges && (
              <Await of={versions}>
                {([latest]) =>
                  latest ? <Judged of={latest} tender={tender} again={again} /> : (
                    <Card title={t("matrix")}>
                      <Empty title={t("not_evaluated")}>{t("not_evaluated_words")}</Empty>
                    </Card>
                  )}
              </Await>
            )}
            <Advice of={tender} />
            {isManager.value && <TenderHistory key={tender.updated_at} id={id} />}
          </>
        )}
      </Await>
    </>
  );
}

function Judged({ of, tender, again }: { of: Evaluation; tender: Tender; again(): void }) {
  return (
    <>
      <Verdict of={of} />
      <Matrix of={of} tender={tender} again={again} />
      {tender.requirements.length > 0 && <Findings of={of} tender={tender} again={again} />}
      <WhatIf of={of} />
    </>
  );
}

function Facts({ of }: { of: Tender }) {
  const criteria = Object.entries(of.evaluation_criteria);
  return (
    <Card>
      <dl class="facts">
        <div>
          <dt>{t("category")}</dt>
          <dd>
            <bdi>{fieldOfWork(of.category)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("budget")}</dt>
          <dd>
            {of.budget_max > 0
              ? `${money(of.budget_min, of.currency)} – ${money(of.budget_max, of.currency)}`
              : t("no_budget")}
          </dd>
        </div>
        {criteria.length > 0 && (
          <div>
            <dt>{t("criteria")}</dt>
            <dd>
              {criteria.map(([name, weight]) => (
                <div key={name}>
                  <bdi>{criterionName(name)}</bdi> {percent(weight)}
                </div>
              ))}
            </dd>
          </div>
        )}
        {of.requirements.length > 0 && (
          <div>
            <dt>{t("requirements")}</dt>
            <dd>
              {of.requirements.map((text) => (
                <div key={text}>
                  <bdi>{text}</bdi>
                </div>
              ))}
            </dd>
          </div>
        )}
        {of.committee.length > 0 && (
          <div>
            <dt>{t("committee")}</dt>
            <dd>
              {of.committee.map((name) => (
                <div key={name}>
                  <bdi>{name}</bdi>
                </div>
              ))}
            </dd>
          </div>
        )}
        {of.opened_at && (
          <div>
            <dt>{t("opened_by")}</dt>
            <dd>
              <bdi>{of.opened_by}</bdi>, <Time at={of.opened_at} />
            </dd>
          </div>
        )}
        {of.award_reason && (
          <div>
            <dt>{t("award_reason")}</dt>
            <dd dir="auto">{of.award_reason}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

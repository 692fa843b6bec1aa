/** Bids by criteria: each score, and where it came from. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { money, number, percent } from "../../i18n/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { API, type Evaluated, type Evaluation, isSettled, mayScore, type Tender } from "./procurement.ts";
import { criterionName, t } from "./words.ts";

interface Cell {
  bid: Evaluated;
  criterion: string;
}

/** The bids as they are ranked, those out of the running last. */
export function inOrder(evaluations: Evaluated[]): Evaluated[] {
  return evaluations.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));
}

export function Matrix({ of, tender, again }: { of: Evaluation; tender: Tender; again(): void }) {
  const opened = useSignal<Cell | undefined>(undefined);
  const bids = inOrder(of.evaluations);
  return (
    <Card title={t("matrix")}>
      <p class="muted">{t("matrix_words")}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("matrix")}>
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">{t("criterion")}</th>
              <th scope="col" class="end">{t("weight")}</th>
              {bids.map(({ bid_id, supplier_name, amount, disqualified_reason }) => (
                <th key={bid_id} scope="col" class="end">
                  <bdi>{supplier_name}</bdi>
                  <small>{money(amount, tender.currency)}</small>
                  {disqualified_reason && <Badge tone="bad">{t("disqualified")}</Badge>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.criteria.map(({ name, weight }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{criterionName(name)}</bdi>
                </th>
                <td class="end">{percent(weight)}</td>
                {bids.map((bid) => (
                  <td key={bid.bid_id} class="end">
                    <button
                      type="button"
                      class="link"
                      title={t("where_from", {
                        criterion: criterionName(name),
                        supplier: bid.supplier_name,
                      })}
                      onClick={() => opened.value = { bid, criterion: name }}
                    >
                      {scoreText(bid.criterion_scores[name]?.score)}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>{t("total")}</th>
              {bids.map(({ bid_id, total_score }) => (
                <td key={bid_id} class="end">
                  <strong>{scoreText(total_score)}</strong>
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row" colSpan={2}>{t("rank")}</th>
              {bids.map(({ bid_id, rank }) => (
                <td key={bid_id} class="end">
                  {rank === null ? "–" : <Badge tone={rank === 1 ? "good" : "calm"}>{number(rank)}</Badge>}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {opened.value && (
        <Source
          {...opened.value}
          tender={tender}
          onClose={() => opened.value = undefined}
          done={again}
        />
      )}
    </Card>
  );
}

function scoreText(score: number | null | undefined): string {
  return score === null || score === undefined ? "–" : number(score);
}

interface Score {
  criterion: string;
  score: number;
  comment?: string;
  evaluator: string;
  scored_at: string;
}

/** Where a score came from, and the viewer's own where people decide. */
function Source({ bid, criterion, tender, onClose, done }: Cell & {
  tender: Tender;
  onClose(): void;
  done(): void;
}) {
  const given = bid.criterion_scores[criterion];
  const people = given === undefined || ["evaluators", "unscored", "coverage"].includes(given.method);
  const scores = useGet<Score[]>(
    people ? `${API}/tenders/${tender.id}/bids/${bid.bid_id}/scores` : undefined,
  );
  const names = { criterion: criterionName(criterion), supplier: bid.supplier_name };
  return (
    <Dialog title={t("where_from", names)} open onClose={onClose}>
      <p>
        <strong>{scoreText(given?.score)}</strong> · {t(given?.method ?? "unscored")}
      </p>
      {given && <p class="muted">{t("effective", { weight: percent(given.effective_weight) })}</p>}
      {people && (
        <Await of={scores}>
          {(all) => (
            <Table
              label={t("scores_of")}
              rows={all.filter((score) => score.criterion === criterion)}
              empty={<p>{t("unscored")}</p>}
              columns={[
                { id: "who", label: t("who"), cell: ({ evaluator }) => <bdi>{evaluator}</bdi> },
                {
                  id: "score",
                  label: t("score"),
                  end: true,
                  cell: ({ score }) => number(score),
                  text: ({ score }) => score,
                },
                { id: "comment", label: t("comment"), cell: ({ comment }) => <bdi>{comment ?? ""}</bdi> },
                { id: "when", label: t("when"), cell: ({ scored_at }) => <Time at={scored_at} /> },
              ]}
            />
          )}
        </Await>
      )}
      {people && mayScore(tender) && !isSettled(tender.status) && (
        <OwnScore
          tender={tender.id}
          bid={bid.bid_id}
          criterion={criterion}
          done={() => {
            onClose();
            done();
          }}
        />
      )}
    </Dialog>
  );
}

function OwnScore({ tender, bid, criterion, done }: {
  tender: string;
  bid: string;
  criterion: string;
  done(): void;
}) {
  const score = useSignal("");
  const comment = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const json = {
      criterion,
      score: Number(score.value),
      ...comment.value ? { comment: comment.value } : {},
    };
    try {
      await get(`${API}/tenders/${tender}/bids/${bid}/scores`, { method: "POST", json });
      toast(() => t("scored"));
      done();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div class="form-row">
        <Field
          label={t("your_score")}
          type="number"
          min={0}
          step="any"
          required
          value={score.value}
          onInput={(value) => score.value = value}
        />
        <Field
          label={`${t("comment")} (${common("optional")})`}
          value={comment.value}
          onInput={(value) => comment.value = value}
        />
      </div>
      <footer>
        <button type="submit">{t("give_score")}</button>
      </footer>
    </form>
  );
}

/** Requirements by bid: what was found about each, and a person's own finding. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { percent } from "../../i18n/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Area, Choice } from "../../ui/field.tsx";
import { Badge, Card } from "../../ui/state.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { inOrder } from "./matrix.tsx";
import {
  API,
  type Evaluated,
  type Evaluation,
  type Finding,
  isSettled,
  mayScore,
  type Tender,
} from "./procurement.ts";
import { inLanguage, t } from "./words.ts";

const TONES = { met: "good", unclear: "warn", not_met: "bad" } as const;
const STATES = ["met", "unclear", "not_met"] as const;

interface Cell {
  bid: Evaluated;
  index: number;
  finding: Finding;
}

const shortly = ({ status }: NonNullable<Finding["suggestion"]>) => t(`suggested_${status}`);

/** What stands about a requirement: the finding, and what is suggested where it is unclear. */
function statesOf({ status, suggestion }: Finding): string {
  return suggestion ? `${t(status)} ${shortly(suggestion)}` : t(status);
}

export function Findings({ of, tender, again }: { of: Evaluation; tender: Tender; again(): void }) {
  const opened = useSignal<Cell | undefined>(undefined);
  const bids = inOrder(of.evaluations);
  return (
    <Card title={t("findings")}>
      <p class="muted">{t("findings_words")}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("findings")}>
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">{t("requirement")}</th>
              {bids.map(({ bid_id, supplier_name }) => (
                <th key={bid_id} scope="col">
                  <bdi>{supplier_name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tender.requirements.map((requirement, index) => (
              <tr key={requirement}>
                <th scope="row">
                  <bdi>{requirement}</bdi>
                </th>
                {bids.map((bid) => {
                  const finding = bid.compliance_check.requirements[index];
                  return (
                    <td key={bid.bid_id}>
                      {finding && (
                        <button
                          type="button"
                          class="plain"
                          aria-label={`${requirement}, ${bid.supplier_name}: ${statesOf(finding)}`}
                          onClick={() => opened.value = { bid, index, finding }}
                        >
                          <Badge tone={TONES[finding.status]}>{t(finding.status)}</Badge>{" "}
                          {finding.suggestion && <small>{shortly(finding.suggestion)}</small>}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened.value && (
        <Decide
          {...opened.value}
          tender={tender}
          onClose={() => opened.value = undefined}
          done={again}
        />
      )}
    </Card>
  );
}

/** What the reading suggests and a model proposes, marked as theirs. */
function Opinions({ of: { suggestion, proposal } }: { of: Finding }) {
  if (!suggestion && !proposal) return null;
  return (
    <section>
      {suggestion && (
        <p>
          <strong>{t("suggested", { status: t(suggestion.status) })}</strong>{" "}
          <small>
            {t("likelihood", { share: percent(suggestion.likelihood) })}.{" "}
            {inLanguage(suggestion.reason, suggestion.reason_ar)}
          </small>
        </p>
      )}
      {proposal && (
        <>
          <p>
            <strong>{t("proposed", { model: proposal.model, status: t(proposal.status) })}</strong>
          </p>
          <blockquote dir="auto">{proposal.quote}</blockquote>
        </>
      )}
      <p class="muted">{t("to_confirm")}</p>
    </section>
  );
}

function Decide({ bid, index, finding, tender, onClose, done }: Cell & {
  tender: Tender;
  onClose(): void;
  done(): void;
}) {
  const status = useSignal<Finding["status"]>(finding.status);
  const evidence = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const json = { requirement: index, status: status.value, evidence: evidence.value };
    try {
      await get(`${API}/tenders/${tender.id}/bids/${bid.bid_id}/requirements`, { method: "PUT", json });
      toast(() => t("decided"));
      onClose();
      done();
    } catch (error) {
      toastFailure(error);
    }
  };
  const by = finding.found_by === "text" ? t("by_text") : finding.found_by;
  return (
    <Dialog title={finding.requirement} open onClose={onClose}>
      <p>
        <bdi>{bid.supplier_name}</bdi> <Badge tone={TONES[finding.status]}>{t(finding.status)}</Badge>{" "}
        <small>{t("found_by", { by })}</small>
      </p>
      {finding.evidence && <blockquote dir="auto">{finding.evidence}</blockquote>}
      <Opinions of={finding} />
      {mayScore(tender) && !isSettled(tender.status) && (
        <form onSubmit={(event) => void submit(event)}>
          <Choice
            label={t("decide")}
            value={status.value}
            options={STATES.map((value) => ({ value, label: t(value) }))}
            onChange={(value) => status.value = value}
          />
          <Area
            label={t("evidence")}
            required
            rows={2}
            value={evidence.value}
            onInput={(text) => evidence.value = text}
          />
          <footer>
            <button type="button" class="secondary" onClick={onClose}>{common("cancel")}</button>
            <button type="submit">{t("decide")}</button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}

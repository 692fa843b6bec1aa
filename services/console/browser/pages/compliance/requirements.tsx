/** Every requirement of an assessment with its status and why, and the evidence that people attached. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { user } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import type { Rights } from "../../ui/rights.ts";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { API, type Report, type Requirement, STATUSES, TONES } from "./compliance.ts";
import { t } from "./words.ts";

interface Row extends Requirement {
  framework_id: string;
}

interface System {
  system: string;
  rights: Rights;
}

export function Requirements({ of, system, rights }: System & { of: Report }) {
  const opened = useSignal<Row | undefined>(undefined);
  const status = STATUSES.find((status) => status === query.value.get("status"));
  const rows: Row[] = of.frameworks.flatMap(({ framework_id, requirements }) =>
    requirements.map((requirement) => ({ ...requirement, framework_id }))
  ).filter((row) => !status || row.status === status);
  return (
    <Card
      title={t("requirements")}
      actions={
        <Choice
          label={common("status")}
          value={status ?? ""}
          options={[
            { value: "", label: common("all") },
            ...STATUSES.map((value) => ({ value, label: t(value) })),
          ]}
          onChange={(value) => setQuery({ status: value }, { replace: true })}
        />
      }
    >
      <Table
        label={t("requirements")}
        rows={rows}
        columns={[
          {
            id: "title",
            label: t("requirement"),
            cell: (row) => (
              <button type="button" class="link" onClick={() => opened.value = row}>
                <bdi>{row.title}</bdi>
              </button>
            ),
          },
          {
            id: "ref",
            label: t("reader"),
            cell: ({ framework_id, ref }) => (
              <small>
                <bdi>{framework_id}</bdi> <bdi>{ref}</bdi>
              </small>
            ),
          },
          {
            id: "weight",
            label: t("weight"),
            end: true,
            cell: ({ weight }) => number(weight),
            text: ({ weight }) => weight,
          },
          {
            id: "status",
            label: common("status"),
            cell: ({ status }) => <Badge tone={TONES[status]}>{t(status)}</Badge>,
          },
        ]}
      />
      {opened.value &&
        <One of={opened.value} system={system} rights={rights} onClose={() => opened.value = undefined} />}
    </Card>
  );
}

function One({ of, onClose, ...system }: System & { of: Row; onClose(): void }) {
  return (
    <Dialog title={of.title} open wide onClose={onClose}>
      <p dir="auto">{of.description}</p>
      <p>
        <Badge tone={TONES[of.status]}>{t(of.status)}</Badge>
      </p>
      <h3>{t("remedy")}</h3>
      <p dir="auto">{of.remediation}</p>
      <h3>{t("checks")}</h3>
      <ul class="plain-list">
        {of.checks.map(({ check, says, holds }) => (
          <li key={check}>
            <Badge tone={holds ? "good" : holds === false ? "bad" : "calm"}>
              {t(holds ? "holds" : holds === false ? "denied" : "not_said")}
            </Badge>{" "}
            <bdi>{says}</bdi>
          </li>
        ))}
      </ul>
      <Attached of={of} {...system} />
    </Dialog>
  );
}

const KINDS = ["document", "link", "note"] as const;

interface Piece {
  id: string;
  framework_id: string;
  requirement_id: string;
  kind: typeof KINDS[number];
  reference?: string;
  note?: string;
  added_by: string;
  added_at: string;
}

function Attached({ of, system, rights }: System & { of: Row }) {
  const pieces = useGet<Piece[]>(`${API}/systems/${system}/evidence`);
  const kind = useSignal<Piece["kind"]>("note");
  const text = useSignal("");
  const perform = async (work: () => Promise<unknown>) => {
    try {
      await work();
      text.value = "";
    } catch (error) {
      toastFailure(error);
    }
    pieces.reload();
  };
  const attach = (event: Event) => {
    event.preventDefault();
    const { framework_id, requirement_id } = of;
    const said = kind.value === "note" ? { note: text.value } : { reference: text.value };
    const json = { framework_id, requirement_id, kind: kind.value, ...said };
    void perform(() => get(`${API}/systems/${system}/evidence`, { method: "POST", json }));
  };
  return (
    <>
      <h3>{t("attached")}</h3>
      <Await of={pieces}>
        {(all) => (
          <Table
            label={t("attached")}
            rows={all.filter((piece) =>
              piece.framework_id === of.framework_id && piece.requirement_id === of.requirement_id
            )}
            empty={<p class="muted">{t("none_attached")}</p>}
            columns={[
              { id: "kind", label: t("kind"), cell: ({ kind }) => t(kind) },
              {
                id: "text",
                label: t("reference"),
                cell: ({ reference, note }) => <bdi>{reference ?? note}</bdi>,
              },
              { id: "who", label: common("name"), cell: ({ added_by }) => <bdi>{added_by}</bdi> },
              { id: "when", label: common("created"), cell: ({ added_at }) => <Time at={added_at} /> },
              {
                id: "remove",
                label: t("remove"),
                cell: ({ id, added_by }) =>
                  rights.change && (rights.remove || added_by === user.value?.sub) && (
                    <button
                      type="button"
                      class="secondary small"
                      onClick={() =>
                        void perform(() =>
                          get(`${API}/systems/${system}/evidence/${id}`, { method: "DELETE" })
                        )}
                    >
                      {t("remove")}
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Await>
      {rights.change && (
        <form onSubmit={attach}>
          <div class="form-row">
            <Choice
              label={t("kind")}
              value={kind.value}
              options={KINDS.map((value) => ({ value, label: t(value) }))}
              onChange={(value) => kind.value = value}
            />
            <Field
              label={t(kind.value === "note" ? "note" : "reference")}
              required
              value={text.value}
              onInput={(value) => text.value = value}
            />
          </div>
          <footer>
            <button type="submit" class="secondary">{t("attach")}</button>
          </footer>
        </form>
      )}
    </>
  );
}

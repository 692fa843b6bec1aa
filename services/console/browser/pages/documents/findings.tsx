/** Other findings in a document: issues, text, and people's corrections. */
import { useGet } from "../../api.ts";
import { setQuery } from "../../router.ts";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { type CellAddress, type Detail, DOCS, ISSUE_TONES } from "./document.ts";
import { issueText } from "./issue_text.ts";
import { fieldNameIn } from "./own_names.ts";
import { t } from "./words.ts";

export function Issues(
  { of: { issues }, type, mayChange }: {
    of: NonNullable<Detail["validation"]>;
    type: string | null;
    mayChange: boolean;
  },
) {
  return (
    <Card title={t("issues")}>
      {issues.length === 0 && <p class="muted">{t("no_issues")}</p>}
      <ul class="plain-list">
        {issues.map(({ field, issue, severity }) => (
          <li key={`${field} ${issue}`}>
            <Badge tone={ISSUE_TONES[severity]}>{t(severity)}</Badge>{" "}
            {field && !(mayChange && isField(field)) && <strong>{fieldNameIn(type, field)}</strong>}
            {mayChange && isField(field) && (
              <button
                type="button"
                class="link"
                onClick={() => setQuery({ correct: field })}
              >
                {fieldNameIn(type, field)}
              </button>
            )} <bdi dir="auto">{issueText(type, issue)}</bdi>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Rows and tables are corrected cell by cell. */
function isField(key: string): boolean {
  return key !== "" && !/^(?:tables|rows|line_items)(?:\[|$)/.test(key);
}

export function Text({ of, page }: { of: { text: string; page: number }[]; page: number }) {
  const lines = of.filter((block) => block.page === page);
  return (
    <Card>
      <details>
        <summary>{t("text")}</summary>
        <div class="lines">
          {lines.map(({ text }, index) => <p key={index} dir="auto">{text}</p>)}
        </div>
      </details>
    </Card>
  );
}

interface Correction {
  key: string;
  value: string | null;
  before: string | null;
  by: string;
  at: string;
  cell?: CellAddress & { heading: string };
}

function correctedName({ key, cell }: Correction, type: string | null): string {
  if (!cell) return fieldNameIn(type, key);
  const heading = cell.heading || t("column", { n: cell.column + 1 });
  const name = cell.row === 0 ? t("heading", { name: heading }) : t("cell_in", { heading, row: cell.row });
  return t("in_table", { name, n: cell.table + 1 });
}

export function History({ id, type }: { id: string; type: string | null }) {
  const list = useGet<{ corrections: Correction[] }>(`${DOCS}/documents/${id}/corrections`);
  return (
    <Card title={t("history")}>
      <Await of={list}>
        {({ corrections }) => (
          <Table
            label={t("history")}
            rows={corrections.toReversed()}
            empty={<p class="muted">{t("no_history")}</p>}
            columns={[
              { id: "when", label: t("when"), cell: ({ at }) => <Time at={at} /> },
              { id: "who", label: t("who"), cell: ({ by }) => <bdi>{by}</bdi> },
              { id: "field", label: t("field"), cell: (one) => correctedName(one, type) },
              {
                id: "change",
                label: t("change"),
                cell: ({ before, value }) => (
                  <>
                    <del>
                      <bdi>{before || t("nothing")}</bdi>
                    </del>{" "}
                    <ins>
                      <bdi>{value === "" ? t("nothing") : value ?? t("as_before")}</bdi>
                    </ins>
                  </>
                ),
              },
            ]}
          />
        )}
      </Await>
    </Card>
  );
}

/** Other findings in a document: issues, tables, text, and people's corrections. */
import { useGet } from "../../api.ts";
import { setQuery } from "../../router.ts";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { type Detail, DOCS, ISSUE_TONES, type TableFound } from "./document.ts";
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
            {field && !mayChange && <strong>{fieldNameIn(type, field)}</strong>}
            {field && mayChange && (
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

export function Tables({ of }: { of: TableFound[] }) {
  if (of.length === 0) return null;
  return (
    <Card title={t("tables")}>
      {of.map(({ page, header, rows }, index) => (
        <Table
          key={index}
          label={t("table_of", { n: index + 1, page })}
          rows={rows}
          columns={header.map((name, at) => ({
            id: String(at),
            label: name,
            cell: (row: string[]) => <bdi>{row[at] ?? ""}</bdi>,
          }))}
        />
      ))}
    </Card>
  );
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
              { id: "field", label: t("field"), cell: ({ key }) => fieldNameIn(type, key) },
              {
                id: "change",
                label: t("change"),
                cell: ({ before, value }) => (
                  <>
                    <del>
                      <bdi>{before ?? t("nothing")}</bdi>
                    </del>{" "}
                    <ins>
                      <bdi>{value ?? t("as_before")}</bdi>
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

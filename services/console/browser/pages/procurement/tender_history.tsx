/** The record of a tender's changes: who did what, from what to what. */
import { useGet } from "../../api.ts";
import { Await, Card, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { t } from "./advice_words.ts";
import { API } from "./procurement.ts";

interface Change {
  actor: string;
  action: string;
  before?: unknown;
  after?: unknown;
  at: string;
}

export function TenderHistory({ id }: { id: string }) {
  const changes = useGet<Change[]>(`${API}/audit/${id}?limit=500`);
  return (
    <Card>
      <details>
        <summary>{t("history")}</summary>
        <Await of={changes}>
          {(rows) => (
            <Table
              label={t("history")}
              rows={rows}
              empty={<Empty title={t("no_history")} />}
              columns={[
                { id: "at", label: t("when"), cell: ({ at }) => <Time at={at} /> },
                { id: "who", label: t("who"), cell: ({ actor }) => <bdi>{actor}</bdi> },
                { id: "act", label: t("act"), cell: ({ action }) => <Code>{action}</Code> },
                {
                  id: "before",
                  label: t("before"),
                  cell: ({ before }) => <Fields of={before} />,
                  text: ({ before }) => JSON.stringify(before),
                },
                {
                  id: "after",
                  label: t("after"),
                  cell: ({ after }) => <Fields of={after} />,
                  text: ({ after }) => JSON.stringify(after),
                },
              ]}
            />
          )}
        </Await>
      </details>
    </Card>
  );
}

/** The fields on one side of a change. */
function Fields({ of }: { of: unknown }) {
  if (typeof of !== "object" || of === null) return <>–</>;
  return (
    <>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <small>{name}</small> <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>
        </div>
      ))}
    </>
  );
}

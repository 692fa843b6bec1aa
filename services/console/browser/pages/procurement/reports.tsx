/** Reports on evaluations, as files to sign. */
import { More, useList } from "../../ui/list.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Card, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { API } from "./procurement.ts";
import { inLanguage, t } from "./words.ts";

interface Report {
  id: string;
  tender_id: string;
  filename: string;
  content: { title: { en?: string; ar?: string }; evaluation_version: number };
  created_by: string;
  created_at: string;
}

export function Reports() {
  const reports = useList<Report>(`${API}/reports?limit=100`);
  return (
    <Card title={t("reports")}>
      <Await of={reports}>
        {(rows) => (
          <Table
            label={t("reports")}
            rows={rows}
            empty={<Empty title={t("no_reports")}>{t("no_reports_words")}</Empty>}
            columns={[
              {
                id: "title",
                label: t("title"),
                cell: ({ tender_id, content: { title }, filename }) => (
                  <a href={`/procurement?tender=${tender_id}`}>
                    <bdi>{inLanguage(title.en ?? title.ar, title.ar ?? title.en) ?? filename}</bdi>
                  </a>
                ),
              },
              { id: "who", label: t("who"), cell: ({ created_by }) => <bdi>{created_by}</bdi> },
              { id: "when", label: t("when"), cell: ({ created_at }) => <Time at={created_at} /> },
              {
                id: "file",
                label: t("download"),
                cell: ({ id, filename }) => (
                  <a
                    role="button"
                    class="secondary small"
                    href={`/api${API}/reports/${id}/download`}
                    download={filename}
                    aria-label={`${t("download")}: ${filename}`}
                  >
                    <Icon name="download" /> {t("download")}
                  </a>
                ),
              },
            ]}
          />
        )}
      </Await>
      <More of={reports} />
    </Card>
  );
}

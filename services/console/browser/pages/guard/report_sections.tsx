/** The sections of a report with the evidence of each. */
import { evidenceText } from "../../i18n/service_words.ts";
import { number } from "../../i18n/format.ts";
import { Badge, Card } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { type Section, STATUS_TONES } from "./report.ts";
import { t } from "./report_words.ts";

export function ReportSections({ of }: { of: Section[] }) {
  return (
    <Card>
      <Table
        label={t("sections")}
        rows={of}
        columns={[
          { id: "ref", label: "#", cell: ({ ref }) => <bdi>{ref}</bdi> },
          { id: "title", label: t("section"), cell: ({ title }) => <bdi>{title}</bdi> },
          {
            id: "status",
            label: t("status"),
            cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{t(status)}</Badge>,
          },
          {
            id: "evidence",
            sentences: true,
            label: t("evidence"),
            cell: ({ evidence }) => (
              <ul class="plain-list">
                {evidence.map(({ area, source, description, count }) => (
                  <li key={`${area} ${source}`}>
                    <bdi>{evidenceText(source, description)}</bdi> <Badge>{number(count)}</Badge>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Card>
  );
}

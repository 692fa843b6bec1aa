/** The versions of a type, with a way back to each. */
import { useGet } from "../../../api.ts";
import { number } from "../../../i18n/format.ts";
import { Await, Badge, Card } from "../../../ui/state.tsx";
import { Table } from "../../../ui/table.tsx";
import { Code, Time } from "../../../ui/time.tsx";
import { TYPES } from "../own_names.ts";
import type { OwnType, OwnTypeInput } from "./own_type.ts";
import { t } from "./type_words.ts";

interface Version {
  version: number;
  act: "created" | "changed" | "deleted";
  definition: OwnTypeInput | null;
  by: string;
  at: string;
}

export function TypeVersions(
  { of, restore }: { of: OwnType; restore(definition: OwnTypeInput): Promise<void> },
) {
  const versions = useGet<{ versions: Version[] }>(`${TYPES}/${of.name}/versions?page_size=100`);
  const back = ({ version, definition }: Version) =>
    version === of.version ? <Badge tone="good">{t("current")}</Badge> : definition && (
      <button
        type="button"
        class="secondary small"
        aria-label={t("back_to_version", { n: version })}
        onClick={() => void restore(definition)}
      >
        {t("back_to")}
      </button>
    );
  return (
    <Card title={t("versions")}>
      <Await of={versions}>
        {({ versions }) => (
          <Table
            label={t("versions")}
            rows={versions}
            columns={[
              {
                id: "version",
                label: t("version"),
                end: true,
                cell: ({ version }) => number(version),
                text: ({ version }) => version,
              },
              { id: "act", label: t("act"), cell: ({ act }) => t(act === "deleted" ? "removed" : act) },
              {
                id: "definition",
                label: t("definition"),
                cell: ({ definition }) => <Shown of={definition} />,
                text: ({ definition }) => JSON.stringify(definition),
              },
              { id: "by", label: t("by"), cell: ({ by }) => <bdi>{by}</bdi> },
              { id: "at", label: t("at"), cell: ({ at }) => <Time at={at} /> },
              { id: "back", label: t("back_to"), cell: back },
            ]}
          />
        )}
      </Await>
    </Card>
  );
}

function Shown({ of }: { of: OwnTypeInput | null }) {
  if (!of) return <>–</>;
  return (
    <details>
      <summary>{`${t("fields")}: ${number(of.fields.length)}`}</summary>
      <Code>{JSON.stringify(of, null, 1)}</Code>
    </details>
  );
}

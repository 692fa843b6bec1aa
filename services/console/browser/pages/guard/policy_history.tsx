/** The versions of a policy with a way back, and the calls that broke it, in force and in shadow. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isAdmin } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number, relative } from "../../i18n/format.ts";
import { Choice } from "../../ui/field.tsx";
import { Await, Badge, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { kindWord, POLICIES, type Policy, type PolicyInput, TONES } from "./guard.ts";
import { t as say } from "./policy_words.ts";
import { t } from "./words.ts";

interface Version {
  version: number;
  change: "create" | "update" | "delete" | "rollback" | "import";
  policy: PolicyInput;
  changed_by: string;
  changed_at: string;
}

export function Versions({ of, changed }: { of: Policy; changed(): void }) {
  const versions = useGet<Version[]>(`${POLICIES}/${of.id}/versions?limit=100`);
  const restore = async (version: number) => {
    try {
      await get(`${POLICIES}/${of.id}/rollback`, { method: "POST", json: { version } });
      toast(() => say("restored", { n: version }));
      changed();
      versions.reload();
    } catch (error) {
      toastFailure(error);
    }
  };
  const acts = ({ version }: Version) =>
    version === of.version ? <Badge tone="good">{say("current")}</Badge> : isAdmin.value && (
      <button
        type="button"
        class="secondary small"
        aria-label={say("restore_version", { n: version })}
        onClick={() => void restore(version)}
      >
        {say("restore_back")}
      </button>
    );
  return (
    <Await of={versions}>
      {(rows) => (
        <Table
          label={say("versions")}
          rows={rows}
          columns={[
            {
              id: "version",
              label: "#",
              end: true,
              cell: ({ version }) => number(version),
              text: ({ version }) => version,
            },
            { id: "change", label: say("change"), cell: ({ change }) => say(change) },
            {
              id: "rule",
              label: t("policy"),
              cell: ({ policy }) => <Summary of={policy} />,
              text: ({ policy }) => policy.name,
            },
            { id: "by", label: t("person"), cell: ({ changed_by }) => <bdi>{changed_by}</bdi> },
            { id: "when", label: t("when"), cell: ({ changed_at }) => <Time at={changed_at} /> },
            { id: "acts", label: say("restore_back"), cell: acts },
          ]}
        />
      )}
    </Await>
  );
}

function Summary({ of: { name, rule_type, rule_config, action, mode, is_active } }: { of: PolicyInput }) {
  return (
    <>
      <bdi>{name}</bdi> <Badge tone={TONES[action]}>{t(action)}</Badge>{" "}
      {mode === "shadow" && <Badge>{say("shadow")}</Badge>} {!is_active && <Badge>{t("off")}</Badge>}
      <details>
        <summary>{t(kindWord(rule_type))}</summary>
        <Code>{rule_config}</Code>
      </details>
    </>
  );
}

interface Hits {
  enforced: number;
  shadow: number;
  last_at: string | null;
}

const DAYS = ["1", "7", "30", "90"] as const;

/** How often it was broken, and the way from shadow into force. */
export function Effect({ of, changed }: { of: Policy; changed(): void }) {
  const days = useSignal<typeof DAYS[number]>("7");
  const hits = useGet<Hits>(`${POLICIES}/${of.id}/hits?days=${days.value}`);
  const enforce = async () => {
    try {
      await get(`${POLICIES}/${of.id}`, { method: "PUT", json: { mode: "enforce" } });
      toast(() => say("enforced_now", { name: of.name }));
      changed();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      <div class="filters">
        <Choice
          label={say("since")}
          value={days.value}
          options={DAYS.map((value) => ({ value, label: relative(-86_400 * Number(value)) }))}
          onChange={(value) => days.value = value}
        />
      </div>
      <Await of={hits}>
        {({ enforced, shadow, last_at }) => (
          <Stats>
            <Stat label={say("hits_enforced")} value={number(enforced)} />
            <Stat label={say("hits_shadow")} value={number(shadow)} />
            <Stat label={say("last")} value={last_at ? <Time at={last_at} /> : common("none")} />
          </Stats>
        )}
      </Await>
      {of.mode === "shadow" && (
        <p class="note">
          {say("shadow_words")}
          {isAdmin.value && (
            <button type="button" class="small" onClick={() => void enforce()}>{say("enforce_now")}</button>
          )}
        </p>
      )}
    </>
  );
}

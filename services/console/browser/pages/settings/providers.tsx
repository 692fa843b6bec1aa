/** The model providers, tested with one click. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { milliseconds, relative } from "../../i18n/format.ts";
import { Badge, Card, Empty, Failure, type Tone } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { t } from "./words.ts";

interface Checked {
  provider: string;
  outcome: keyof typeof TONES;
  address: string;
  status: number | null;
  latency_ms: number | null;
  setting: string | null;
  ahead_ms: number | null;
}

const TONES = {
  answers: "good",
  refuses_key: "bad",
  limit_reached: "warn",
  no_list: "bad",
  fails: "bad",
  unexpected: "bad",
  unreachable: "bad",
  not_asked: "calm",
} satisfies Record<string, Tone>;

// A clock that is further off spoils signatures and tokens.
const CLOCK_MS = 5_000;

export function Providers() {
  const checked = useSignal<Checked[] | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const running = useSignal(false);
  const test = async () => {
    running.value = true;
    try {
      const told = await get<{ providers: Checked[] }>("/gateway/v1/providers/check", { method: "POST" });
      checked.value = told.providers;
      failure.value = undefined;
    } catch (error) {
      failure.value = error;
    } finally {
      running.value = false;
    }
  };
  return (
    <Card
      title={t("providers")}
      actions={
        <button
          type="button"
          onClick={() => void test()}
          aria-disabled={running.value}
          aria-busy={running.value}
        >
          {t(running.value ? "testing" : "test_all")}
        </button>
      }
    >
      <p class="muted">{t("test_words")}</p>
      {failure.value !== undefined && <Failure error={failure.value} retry={() => void test()} />}
      <div role="status">
        {checked.value && (
          <Table
            label={t("providers")}
            rows={checked.value}
            columns={columns()}
            empty={<Empty title={t("no_provider")}>{t("no_provider_words")}</Empty>}
          />
        )}
      </div>
    </Card>
  );
}

function columns(): Column<Checked>[] {
  return [
    { id: "provider", label: t("provider"), cell: ({ provider }) => <Code>{provider}</Code> },
    {
      id: "outcome",
      label: t("outcome"),
      cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{t(outcome)}</Badge>,
    },
    { id: "address", label: t("address"), cell: ({ address }) => <Code>{address}</Code> },
    { id: "status", label: t("http_status"), end: true, cell: ({ status }) => <Code>{status}</Code> },
    {
      id: "latency",
      label: t("latency"),
      end: true,
      cell: ({ latency_ms }) => latency_ms === null ? "–" : milliseconds(latency_ms),
    },
    { id: "remedy", label: t("remedy"), cell: remedy },
    {
      id: "clock",
      label: t("clock"),
      cell: ({ ahead_ms }) =>
        ahead_ms === null ? "–" : (
          <Badge tone={Math.abs(ahead_ms) > CLOCK_MS ? "warn" : "good"}>
            {relative(Math.round(ahead_ms / 1000))}
          </Badge>
        ),
    },
  ];
}

function remedy({ outcome, setting }: Checked): string {
  if (setting) return t("correct", { setting });
  if (outcome === "limit_reached") return t("wait");
  return outcome === "fails" ? t("later") : "–";
}

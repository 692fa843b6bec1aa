/** Questions of a file: read by the service, put into the form, saved with it or not at all. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { get } from "../../api.ts";
import { number } from "../../i18n/format.ts";
import { Failure } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import type { BenchmarkInput } from "./benchmark_draft.ts";
import { t as say } from "./benchmark_words.ts";
import { API } from "./evaluation.ts";
import { t } from "./words.ts";

interface Fault {
  line: number;
  message: string;
}

export function BenchmarkImport({ take }: { take(benchmark: BenchmarkInput): void }) {
  const input = useRef<HTMLInputElement>(null);
  const faults = useSignal<Fault[]>([]);
  const failure = useSignal<unknown>(undefined);
  const read = async (file: File | undefined) => {
    if (!file) return;
    faults.value = [];
    failure.value = undefined;
    try {
      const json = { file: file.name, text: await file.text() };
      const told = await get<{ benchmark: BenchmarkInput | null; faults: Fault[] }>(
        `${API}/benchmarks/read`,
        { method: "POST", json },
      );
      faults.value = told.faults;
      if (told.benchmark) take(told.benchmark);
    } catch (error) {
      failure.value = error;
    }
    // The same file can be chosen once more when it is mended.
    if (input.current) input.current.value = "";
  };
  return (
    <>
      <p>
        <button type="button" class="secondary small" onClick={() => input.current?.click()}>
          {say("import")}
        </button>{" "}
        <small class="muted">{say("import_help")}</small>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={say("import")}
          accept=".csv,.json,.jsonl"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </p>
      {failure.value !== undefined && <Failure error={failure.value} />}
      {faults.value.length > 0 && (
        <div class="failure" role="alert">
          <strong>{say("import_faults")}</strong>
          <Table
            label={say("import_faults")}
            rows={faults.value}
            columns={[
              { id: "line", label: say("line"), end: true, cell: ({ line }) => number(line) },
              { id: "why", label: t("why"), cell: ({ message }) => <bdi>{message}</bdi> },
            ]}
          />
        </div>
      )}
    </>
  );
}

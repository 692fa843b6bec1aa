/** A long table of records; opening a row shows the whole record as JSON. */
import { useSignal } from "@preact/signals";
import type { Column } from "./columns.tsx";
import { Dialog } from "./dialog.tsx";
import type { Load } from "./rows.ts";
import { Empty } from "./state.tsx";
import { LongTable } from "./table.tsx";

export function RecordTable<R>(
  { name, label, columns, load, emptyTitle, dialogTitle }: {
    name: string;
    label: string;
    columns: Column<R>[];
    load: Load<R>;
    emptyTitle: string;
    dialogTitle: string;
  },
) {
  const opened = useSignal<R | undefined>(undefined);
  return (
    <>
      <LongTable
        {...{ name, label, columns, load }}
        empty={<Empty title={emptyTitle} />}
        onOpen={(row) => opened.value = row}
        opensByCell
      />
      <Dialog
        title={dialogTitle}
        open={opened.value !== undefined}
        onClose={() => opened.value = undefined}
        wide
      >
        <pre>{JSON.stringify(opened.value, null, 2)}</pre>
      </Dialog>
    </>
  );
}

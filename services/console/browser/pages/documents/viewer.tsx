/** One document: its pages with the values on them, and all findings. */
import { useSignal } from "@preact/signals";
import { type Loaded, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { bytes, percent } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { PageHead } from "../../ui/page_head.tsx";
import { type Rights, rightsOf } from "../../ui/rights.ts";
import { Await, Badge, Card, Empty } from "../../ui/state.tsx";
import { Time } from "../../ui/time.tsx";
import { DocumentActions } from "./document_actions.tsx";
import { BUSY, type Detail, DOCS, TONES } from "./document.ts";
import { Fields } from "./fields.tsx";
import { History, Issues, Text } from "./findings.tsx";
import { Keeping } from "./keeping.tsx";
import { t as say } from "./keeping_words.ts";
import { PageView } from "./page_view.tsx";
import { typeName } from "./own_names.ts";
import { Tables } from "./tables.tsx";
import { t } from "./words.ts";

const LOOK_MS = 5_000;

export function Viewer({ id }: { id: string }) {
  const busy = useSignal(true);
  const document = useGet<Detail>(`${DOCS}/documents/${id}`, busy.value ? { everyMs: LOOK_MS } : {});
  const status = document.data.value?.status;
  busy.value = status === undefined || BUSY.includes(status);
  return (
    <>
      <a href="/documents" class="back">{t("back")}</a>
      <Await of={document}>{(detail) => <Shown of={detail} again={document} />}</Await>
    </>
  );
}

function Shown({ of, again }: { of: Detail; again: Loaded<Detail> }) {
  const corrections = useSignal(0);
  const { id, filename, status, document_type, validation, progress } = of;
  const rights = rightsOf(
    useGet<Rights>(isManager.value ? undefined : `${DOCS}/documents/${id}/rights`),
  );
  const changed = () => {
    corrections.value++;
    again.reload();
  };
  // Where the key is pointed at, in the list or on the page.
  const at = useSignal<string | undefined>(undefined);
  const pages = of.ocr?.pages ?? [];
  const pictures = of.file_type !== "docx" && pages.length > 0;
  const page = pageOf(query.value.get("page"), pages.length);
  return (
    <>
      <PageHead
        title={filename}
        intro={`${document_type ? `${typeName(document_type)} · ` : ""}${bytes(of.size)}`}
        actions={<DocumentActions of={of} rights={rights} read={again.reload} />}
      />
      <p class="facts-line">
        <Badge tone={TONES[status]}>{t(status)}</Badge>
        {validation && (
          <>
            <Badge tone={validation.is_valid ? "good" : "bad"}>
              {t(validation.is_valid ? "valid" : "not_valid")}
            </Badge>
            <span>
              {t("complete")} <bdi>{percent(validation.completeness_score)}</bdi>
            </span>
          </>
        )}
        {of.legal_hold && <Badge tone="warn">{say("legal_hold")}</Badge>}
        <span>
          {t("uploaded")} <Time at={of.created_at} /> · <bdi>{of.uploaded_by}</bdi>
        </span>
      </p>
      {BUSY.includes(status) && progress && (
        <p role="status">
          <progress
            value={progress.pages_done}
            max={Math.max(1, progress.pages)}
            aria-label={t("reading")}
          />
          {t("pages_of", { n: progress.pages_done, total: progress.pages })}
        </p>
      )}
      {of.failure && (
        <p class="note bad">
          <bdi>{of.failure}</bdi>
        </p>
      )}
      {of.file_type === "docx" && of.ocr && <p class="note">{t("no_pictures")}</p>}
      <div class={pictures ? "viewer" : ""}>
        {pictures && (
          <PageView
            of={of}
            page={page}
            at={at}
            mayChange={rights.change}
            show={(next) => setQuery({ page: String(next), correct: undefined }, { replace: true })}
          />
        )}
        <div>
          {of.extraction === null && !BUSY.includes(status) && status !== "failed" && (
            <Card>
              <Empty title={t("pending")} />
            </Card>
          )}
          {validation && <Issues of={validation} type={document_type} mayChange={rights.change} />}
          {of.extraction && (
            <Fields of={of} at={at} page={page} changed={rights.change ? changed : undefined} />
          )}
          <Tables of={of} changed={rights.change ? changed : undefined} />
          {of.ocr && <Text of={of.ocr.blocks} page={page} />}
          {of.extraction && <History key={corrections.value} id={id} type={document_type} />}
          <Keeping of={of} rights={rights} changed={again.reload} />
        </div>
      </div>
    </>
  );
}

function pageOf(text: string | null, pages: number): number {
  const number = Number(text ?? 1);
  return Number.isInteger(number) ? Math.min(Math.max(1, number), Math.max(1, pages)) : 1;
}

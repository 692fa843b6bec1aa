/** The acts on a document: read again, taken along as a file, shared, deleted. */
import { useSignal } from "@preact/signals";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { navigate } from "../../router.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { Rights } from "../../ui/rights.ts";
import { Share, type Sharing } from "../../ui/sharing.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { BUSY, type Detail, DOCS } from "./document.ts";
import { t as say } from "./keeping_words.ts";
import { arrivals } from "./uploads.ts";
import { t } from "./words.ts";

export function DocumentActions({ of, rights, read }: { of: Detail; rights: Rights; read(): void }) {
  const { id, filename, status, legal_hold } = of;
  const asked = useSignal(false);
  const process = async () => {
    try {
      await get(`${DOCS}/process?document_id=${id}`, { method: "POST" });
    } catch (error) {
      toastFailure(error);
    }
    read();
  };
  const remove = async () => {
    try {
      await get(`${DOCS}/documents/${id}`, { method: "DELETE" });
      arrivals.value++;
      navigate("/documents");
      toast(() => t("deleted", { name: filename }));
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      {!BUSY.includes(status) && rights.change && (
        <button
          type="button"
          class={status === "pending" ? "" : "secondary"}
          onClick={() => void process()}
        >
          <Icon name="refresh" /> {t(status === "pending" ? "read_now" : "read_again")}
        </button>
      )}
      <Files of={of} />
      {rights.share && (
        <Share
          read={() => get<Sharing>(`${DOCS}/documents/${id}/sharing`)}
          write={(json) => get(`${DOCS}/documents/${id}/sharing`, { method: "PUT", json })}
        />
      )}
      {rights.remove && !legal_hold && (
        <button
          type="button"
          class="secondary"
          onClick={() => asked.value = true}
        >
          <Icon name="trash" /> {common("delete")}
        </button>
      )}
      {asked.value && (
        <Confirm
          title={common("delete")}
          text={t("delete_words", { name: filename })}
          label={common("delete")}
          act={() => void remove()}
          onClose={() => asked.value = false}
        />
      )}
    </>
  );
}

/** The document as files: the original, and what was read in it. */
function Files({ of: { id, ocr, file_type, extraction } }: { of: Detail }) {
  const path = `/api${DOCS}/documents/${id}`;
  const read = [
    ...file_type === "docx" ? [] : [{ href: `${path}/searchable.pdf`, label: t("searchable") }],
    { href: `${path}/export?format=markdown`, label: "Markdown" },
    { href: `${path}/export?format=json`, label: say("layout") },
    { href: `${path}/export?format=xlsx`, label: say("workbook") },
    ...extraction && extraction.tables.length > 0
      ? [{ href: `${path}/export?format=csv`, label: say("tables_csv") }]
      : [],
  ];
  return (
    <>
      <button type="button" class="secondary" popovertarget="document-files">
        <Icon name="download" /> {say("files")}
      </button>
      <div id="document-files" popover="auto" class="menu">
        <ul class="plain-list">
          {[{ href: `${path}/file`, label: t("original") }, ...ocr ? read : []].map(({ href, label }) => (
            <li key={href}>
              <a href={href} download>{label}</a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

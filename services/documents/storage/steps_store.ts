import type { Sql } from "lib/database/db.ts";
import { fold } from "lib/fold.ts";
import { textHash } from "./text_hash.ts";
import type { Condition } from "lib/sharing/sharing.ts";
import type { Document, Outcome, Status, Step } from "./document.ts";
import { lowestConfidence } from "./corrections_store.ts";
import { type StoredDocument, withCorrections } from "./stored_document.ts";

/** Leases a document to one step of one process at a time, and stores the step's result. */
export interface StepStore {
  /** Leases the document for a step, unless another owner has the lease. */
  claim(id: string, step: Step, owner: string): Promise<Document | undefined>;
  renew(id: string, owner: string): Promise<boolean>;
  /** Clears the results of a step and later ones; marks the document as in progress. */
  begin(id: string, step: Step): Promise<void>;
  /** Stores a step's result and releases the lease, if `owner` still has it. */
  finish(
    document: Pick<Document, "id" | "filename">,
    owner: string,
    outcome: Outcome,
  ): Promise<void>;
  /** Records the failure of an idle document, unless one is recorded. */
  fail(id: string, failure: string): Promise<void>;
  release(id: string, owner: string): Promise<void>;
  setPages(id: string, pages: number): Promise<void>;
  setBackground(id: string, background: boolean): Promise<void>;
  /** Started documents without a lease. */
  abandoned(limit: number): Promise<{ id: string; background: boolean }[]>;
}

/** Status of a document while a step is running. */
const STATUS_IN: Record<Step, Status> = {
  ocr: "processing",
  classify: "ocr_completed",
  extract: "classified",
  validate: "extracted",
};

const LEASE = "60 seconds";

export function stepStore(sql: Sql, columns: Condition): StepStore {
  return {
    async claim(id, step, owner) {
      const [row] = await sql<StoredDocument[]>`
        update documents.documents set step = ${step}, lease_owner = ${owner}, lease_until = now() + ${LEASE}::interval
        where id = ${id} and (lease_until is null or lease_until < now()) returning ${columns}`;
      return row && withCorrections(row);
    },
    async renew(id, owner) {
      const result = await sql`
        update documents.documents set lease_until = now() + ${LEASE}::interval
        where id = ${id} and lease_owner = ${owner}`;
      return result.count === 1;
    },
    async begin(id, step) {
      await sql.begin(async (tx) => {
        if (step === "ocr") await tx`delete from documents.pages where document_id = ${id}`;
        await tx`
          update documents.documents
          set status = ${STATUS_IN[step]}, failure = null, updated_at = now(), validation = null
            ${
          step === "ocr"
            ? tx`, pages = null, ocr_text = null, text_sha256 = null, language = null,
              ocr_confidence = null`
            : tx``
        }
            ${
          step === "ocr" || step === "classify"
            ? tx`, classification = null, document_type = null, confidence = null`
            : tx``
        }
            ${step !== "validate" ? tx`, extraction = null, lowest_confidence = null` : tx``}
          where id = ${id}`;
      });
    },
    async finish(
      { id, filename },
      owner,
      { status, failure, pages, ocr, classification, extraction, validation },
    ) {
      await sql`
        update documents.documents set status = ${status}, failure = ${failure ?? null}, updated_at = now(),
          step = null, lease_owner = null, lease_until = null
          ${pages === undefined ? sql`` : sql`, pages = ${pages}`}
          ${
        ocr
          ? sql`, ocr_text = ${ocr.text}, ocr_confidence = ${ocr.confidence}, language = ${ocr.language},
            search_text = ${searchText(filename, ocr.text)}, text_sha256 = ${textHash(ocr.text)}`
          : sql``
      }
          ${
        classification
          ? sql`, classification = ${json(sql, classification)}, confidence = ${classification.confidence},
            document_type = ${classification.document_type}`
          : sql``
      }
          ${
        extraction
          ? sql`, extraction = ${json(sql, extraction)}, lowest_confidence = ${
            lowestConfidence(sql, sql`${json(sql, extraction)}::jsonb`)
          }`
          : sql``
      }
          ${validation ? sql`, validation = ${json(sql, validation)}` : sql``}
        where id = ${id} and lease_owner = ${owner}`;
    },
    async fail(id, failure) {
      await sql`
        update documents.documents set status = 'failed', failure = ${failure}, updated_at = now()
        where id = ${id} and status <> 'failed' and (lease_until is null or lease_until < now())`;
    },
    async release(id, owner) {
      await sql`update documents.documents set step = null, lease_owner = null, lease_until = null
        where id = ${id} and lease_owner = ${owner}`;
    },
    async setPages(id, pages) {
      await sql`update documents.documents set pages = ${pages} where id = ${id}`;
    },
    async setBackground(id, background) {
      await sql`update documents.documents set background = ${background}, updated_at = now() where id = ${id}`;
    },
    async abandoned(limit) {
      const rows = await sql<{ id: string; background: boolean }[]>`
        select id, background from documents.documents
        where (background or status = 'processing') and (lease_until is null or lease_until < now())
        order by updated_at limit ${limit}`;
      return [...rows];
    },
  };
}

/** The searchable text: name and text, folded. The line break between them keeps matches from spanning both. */
function searchText(filename: string, text: string): string {
  return `${fold(filename)}\n${fold(text)}`;
}

function json(sql: Sql, value: object) {
  return sql.json(JSON.parse(JSON.stringify(value)));
}

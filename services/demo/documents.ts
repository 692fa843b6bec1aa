/** Invoices, letters, contracts and receipts, uploaded and read. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Client, DemoFailure, type Place } from "./client.ts";
import { Created } from "./created.ts";
import { DELIVERY_NOTE } from "./own_types.ts";
import { HUDA, OMAR, SALEM } from "./people.ts";

const at = (path: string): Place => ["documents", `/api/v1/docs${path}`];

/** Fixtures with everyday file names and their uploaders. */
const FILES = [
  { fixture: "invoice_en.pdf", name: "Gulf Falcon invoice INV-2026-0142.pdf", by: OMAR },
  { fixture: "invoice_ar.pdf", name: "فاتورة ضريبية.pdf", by: SALEM },
  { fixture: "contract_en.pdf", name: "Framework contract.pdf", by: HUDA },
  { fixture: "invoice_ar.docx", name: "فاتورة المورد.docx", by: SALEM },
  { fixture: "invoice_en_scan.png", name: "Scanned invoice.png", by: OMAR },
  { fixture: "letter_ar.png", name: "خطاب وارد.png", by: SALEM },
  { fixture: "letter_mixed.png", name: "Monthly report in two languages · تقرير شهري.png", by: HUDA },
  { fixture: "receipt_en.bmp", name: "Taxi receipt.bmp", by: OMAR },
];
const POLL_MS = 500;
const READ_WITHIN_MS = 240_000;

const Listed = z.object({ documents: z.array(Created.extend({ filename: z.string() })) });
const Types = z.object({ types: z.array(z.object({ name: z.string() })) });
const Deletions = z.object({ total: z.int() });
const Detail = z.object({ status: z.string(), document_type: z.string().nullable() });

/** Uploads the files that do not exist by name yet. */
export async function documents(client: Client, say: (line: string) => void): Promise<string> {
  const sent: { id: string; name: string }[] = [];
  for (const { fixture, name, by } of FILES) {
    const query = new URLSearchParams({ search: name, page_size: "100" });
    const { documents } = await client.get(Listed, at(`/documents?${query}`));
    if (documents.some(({ filename }) => filename === name)) continue;
    const bytes = await Deno.readFile(new URL(`../documents/fixtures/${fixture}`, import.meta.url));
    const form = new FormData();
    form.append("file", new File([bytes], name));
    const { id } = await client.post(Created, at("/upload"), { as: by, form });
    await client.send("POST", at(`/process?document_id=${id}`), { as: by });
    sent.push({ id, name });
  }
  for (const { id, name } of sent) {
    const { document_type, status } = await whenRead(client, id);
    say(`documents: ${name} ${status === "completed" ? `is read: ${document_type ?? "other"}` : status}`);
  }
  await ownType(client);
  await deleted(client);
  return `${FILES.length} files (${sent.length} new), 1 type of its own`;
}

async function ownType(client: Client): Promise<void> {
  const { types } = await client.get(Types, at("/types"));
  if (types.some(({ name }) => name === DELIVERY_NOTE.name)) return;
  await client.send("POST", at("/types"), { body: DELIVERY_NOTE });
}

/** A duplicate letter that was deleted, for the list of deleted documents. */
async function deleted(client: Client): Promise<void> {
  const { total } = await client.get(Deletions, at("/deletions"));
  if (total > 0) return;
  const bytes = await Deno.readFile(new URL("../documents/fixtures/letter_ar.png", import.meta.url));
  const form = new FormData();
  form.append("file", new File([bytes], "خطاب وارد (نسخة).png"));
  const { id } = await client.post(Created, at("/upload"), { as: SALEM, form });
  await client.send("DELETE", at(`/documents/${id}`), { as: SALEM });
}

async function whenRead(client: Client, id: string): Promise<z.output<typeof Detail>> {
  const end = Date.now() + READ_WITHIN_MS;
  for (;;) {
    const detail = await client.get(Detail, at(`/documents/${id}`));
    if (["completed", "failed"].includes(detail.status)) return detail;
    if (Date.now() > end) throw new DemoFailure(`documents is still at work on ${id}: run this again later`);
    await wait(POLL_MS);
  }
}

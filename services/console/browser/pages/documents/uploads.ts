/** Files on their way to the service: sent a few at a time, then read there; the list outlives a change of page. */
import { signal } from "@preact/signals";
import { get } from "../../api.ts";
import { upload } from "../../upload.ts";
import { BUSY, type Detail, DOCS } from "./document.ts";

export interface Upload {
  key: number;
  name: string;
  state: "waiting" | "sending" | "reading" | "done" | "refused" | "cancelled";
  /** Of the bytes while sending, of the pages while reading; 0 to 1. */
  share: number;
  pages?: { done: number; all: number };
  id?: string;
  failure?: string;
  stop: AbortController;
}

const AT_ONCE = 3;
const MOST = 500;
const LOOK_MS = 5_000;

export const uploads = signal<Upload[]>([]);
/** Counts files that were taken or read, so that lists ask again. */
export const arrivals = signal(0);

const waiting: { key: number; file: File }[] = [];
let count = 0;
let active = 0;

/** Takes files; those beyond 500 at once are left out, and the answer says how many. */
export function addFiles(files: File[]): { left: number } {
  const room = Math.max(0, MOST - waiting.length);
  const taken = files.slice(0, room).map((file) => ({ key: count++, file }));
  waiting.push(...taken);
  const entries = taken.map(({ key, file }): Upload => ({
    key,
    name: file.name,
    state: "waiting",
    share: 0,
    stop: new AbortController(),
  }));
  uploads.value = [...uploads.value, ...entries];
  pump();
  return { left: files.length - taken.length };
}

/** Removes finished uploads from the list. */
export function clearFinished(): void {
  uploads.value = uploads.value.filter(({ state }) => ["waiting", "sending", "reading"].includes(state));
}

export function cancelUpload({ key, stop, state }: Upload): void {
  stop.abort();
  const at = waiting.findIndex((upload) => upload.key === key);
  if (at >= 0) waiting.splice(at, 1);
  if (state === "waiting") change(key, { state: "cancelled" });
}

function change(key: number, parts: Partial<Upload>): void {
  uploads.value = uploads.value.map((upload) => upload.key === key ? { ...upload, ...parts } : upload);
}

function pump(): void {
  while (active < AT_ONCE) {
    const next = waiting.shift();
    if (!next) return;
    active++;
    void deliver(next).finally(() => {
      active--;
      pump();
    });
  }
}

async function deliver({ key, file }: { key: number; file: File }): Promise<void> {
  const stop = uploads.value.find((upload) => upload.key === key)?.stop;
  if (!stop) return;
  change(key, { state: "sending" });
  try {
    const form = new FormData();
    form.set("file", file);
    const { id } = await upload<{ id: string }>({
      path: `${DOCS}/upload`,
      form,
      signal: stop.signal,
      onProgress: (share) => change(key, { share }),
    });
    change(key, { id, state: "reading", share: 0 });
    await get(`${DOCS}/process?document_id=${id}`, { method: "POST" });
    arrivals.value++;
    void watch(key, id);
  } catch (error) {
    if (stop.signal.aborted) return change(key, { state: "cancelled" });
    change(key, { state: "refused", failure: error instanceof Error ? error.message : String(error) });
  }
}

/** Polls a document until it is read; reading continues when nobody polls. */
async function watch(key: number, id: string): Promise<void> {
  for (let wait = 1_000;; wait = LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      const { status, progress, failure } = await get<Detail>(`${DOCS}/documents/${id}`);
      if (status === "completed") change(key, { state: "done", share: 1 });
      else if (status === "failed") change(key, { state: "refused", failure: failure ?? "" });
      else if (progress) {
        const pages = { done: progress.pages_done, all: progress.pages };
        change(key, { pages, share: pages.done / Math.max(1, pages.all) });
      }
      if (status !== "pending" && !BUSY.includes(status)) break;
    } catch (error) {
      change(key, { state: "refused", failure: error instanceof Error ? error.message : String(error) });
      break;
    }
  }
  arrivals.value++;
}

/** The files of a drop, those in folders too. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  // Entries are gone after the first wait, so all are taken now.
  const files: File[] = [];
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    const file = entry ? null : item.getAsFile();
    if (file) files.push(file);
    return entry ?? [];
  });
  const visit = async (entry: FileSystemEntry): Promise<void> => {
    if (files.length >= MOST) return;
    if (entry instanceof FileSystemFileEntry) {
      files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    }
    if (entry instanceof FileSystemDirectoryEntry) {
      const reader = entry.createReader();
      for (let batch = await batchOf(reader); batch.length > 0; batch = await batchOf(reader)) {
        for (const below of batch) await visit(below);
      }
    }
  };
  for (const entry of entries) await visit(entry);
  return files.filter(({ name }) => !name.startsWith("."));
}

function batchOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

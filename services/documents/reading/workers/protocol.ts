import type { Models } from "./models.ts";
import type { Picture } from "../images/picture.ts";
import type { Page } from "../layout/page.ts";
import type { Kind } from "../files/sniff.ts";

/** Requests to a reading worker. A file is opened once and then read page by page. */
export type WorkerTask =
  | { type: "models"; models: Models }
  | { type: "check" }
  | { type: "open"; key: string; kind: Kind; bytes: Uint8Array }
  | { type: "page"; key: string; index: number }
  | { type: "text"; key: string; index: number }
  | { type: "picture"; key: string; index: number };

/** A request with the id of its answer. */
export interface WorkerRequest {
  id: number;
  work: WorkerTask;
  /** The worker stops by itself after this time. */
  limitMs: number;
}

/** `message` is for the file's owner and absent for unexpected errors; `detail` is for the log. */
export type WorkerAnswer =
  | { id: number; ok: true; value: number | Page | Picture | undefined }
  | { id: number; ok: false; message: string | undefined; detail: string }
  /** The time limit was exceeded; the worker must not be used again. */
  | { id: number; ok: false; isLate: true };

import type { Models } from "./models.ts";
import type { Page } from "./page.ts";
import type { Kind } from "./sniff.ts";

/** What the service asks of a reading worker. A file is opened once and then asked for page by page. */
export type Request =
  | { id: number; type: "models"; models: Models }
  | { id: number; type: "check" }
  | { id: number; type: "open"; key: string; kind: Kind; bytes: Uint8Array }
  | { id: number; type: "page"; key: string; index: number }
  | { id: number; type: "text"; key: string; index: number }
  | { id: number; type: "picture"; key: string; index: number };

export interface Picture {
  width: number;
  height: number;
  jpeg: Uint8Array;
}

/** `message` is for the owner of the file, `detail` for the log. */
export type Answer =
  | { id: number; ok: true; value: number | Page | Picture | undefined }
  | { id: number; ok: false; message: string | undefined; detail: string };

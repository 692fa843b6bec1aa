/** The requests of a batch, from its input file. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { nameFault } from "../calls/field_names.ts";
import type { InputFault } from "./batch.ts";

/** One request. */
export interface BatchLine {
  line: number;
  custom_id: string;
  body: string;
}

export const MOST_LINES = 50_000;
const MOST_FAULTS = 100;
const MOST_ID_CHARACTERS = 512;

/** Parses the lines of a file for `endpoint`; returns requests and all errors. */
export function batchLines(
  text: string,
  endpoint: string,
): { lines: BatchLine[]; faults: InputFault[] } {
  const lines: BatchLine[] = [];
  const faults: InputFault[] = [];
  const ids = new Set<string>();
  for (const [index, raw] of text.split("\n").entries()) {
    if (raw.trim() === "") continue;
    if (faults.length >= MOST_FAULTS) break;
    const line = index + 1;
    const read = lineOf(raw.trim(), endpoint, ids);
    if ("code" in read) faults.push({ ...read, line });
    else lines.push({ ...read, line });
  }
  if (lines.length > MOST_LINES) {
    faults.push(fault("too_many_requests", `A batch must have at most ${MOST_LINES} requests`));
  }
  if (lines.length === 0 && faults.length === 0) faults.push(fault("empty_file", "The input file is empty"));
  return { lines, faults };
}

function fault(code: string, message: string, param: string | null = null): InputFault {
  return { code, message, param, line: null };
}

function lineOf(raw: string, endpoint: string, ids: Set<string>): Omit<BatchLine, "line"> | InputFault {
  const line = parsed(raw);
  if (!line) return fault("invalid_json_line", "This line is not a JSON object");
  const { custom_id: id, method, url, body } = line;
  if (
    typeof id !== "string" || id === "" || id.length > MOST_ID_CHARACTERS || id.includes("\0") ||
    !id.isWellFormed()
  ) {
    return fault(
      "invalid_custom_id",
      `custom_id must be a string of 1 to ${MOST_ID_CHARACTERS} characters`,
      "custom_id",
    );
  }
  if (ids.has(id)) return fault("duplicate_custom_id", "custom_id was used on an earlier line", "custom_id");
  ids.add(id);
  if (method !== "POST") return fault("invalid_method", "method must be POST", "method");
  if (url !== endpoint) return fault("invalid_url", `url must be ${endpoint}, the batch's endpoint`, "url");
  if (!isObject(body)) return fault("invalid_request", "body must be an object", "body");
  if (body.stream === true) return fault("invalid_request", "A batch cannot be streamed", "body.stream");
  const text = JSON.stringify(body);
  return { custom_id: id, body: text };
}

function parsed(raw: string): JsonObject | undefined {
  try {
    const line: unknown = JSON.parse(raw);
    // Duplicate names are refused, since parsers disagree on which value counts.
    return isObject(line) && !nameFault(raw) ? line : undefined;
  } catch {
    return undefined;
  }
}

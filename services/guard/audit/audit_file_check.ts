/** Verifies an exported trail from the file alone, and against keys and anchors if given. */
import { createHash } from "node:crypto";
import { type AuditAnchor, isAnchorSigned } from "./audit_anchor.ts";
import { type ChainPlace, firstFault } from "./audit_chain.ts";
import { type FileFooter, type FileHeader, FileLine, signedText } from "./audit_file.ts";
import { type AuditKeys, isSigned, keyId } from "./audit_keys.ts";

/** The keys and anchors that the file is checked against. */
export interface FileCheck {
  /** The key that must have signed it; by default the one that the file names. */
  publicKey?: string;
  /** Keys that signed anchors before it. */
  formerKeys?: readonly string[];
  /** The secret keys, to check the keyed hashes too. */
  keys?: AuditKeys;
  anchors?: readonly AuditAnchor[];
}

export interface FileResult {
  faults: string[];
  events: number;
  firstSeq: number | undefined;
  lastSeq: number | undefined;
  exportedAt: string | undefined;
  /** Who signed it. */
  keyId: string | undefined;
  /** Number of anchors compared. */
  anchors: number;
}

/** Most faults to list. */
const MOST_FAULTS = 20;

/** Reads the file's lines, one after the other. */
export async function checkAuditFile(
  lines: AsyncIterable<string>,
  check: FileCheck = {},
): Promise<FileResult> {
  const reader = fileReader(check);
  for await (const line of lines) reader.read(line);
  return reader.end();
}

/** A file as far as it is read. */
interface Reading {
  check: FileCheck;
  /** The anchors by the event they refer to. */
  anchored: Map<number, AuditAnchor[]>;
  fault(text: string): void;
  number: number;
  header?: FileHeader;
  footer?: FileFooter;
  place?: ChainPlace;
  events: number;
  compared: number;
}

function fileReader(check: FileCheck): { read(text: string): void; end(): FileResult } {
  const faults: string[] = [];
  const digest = createHash("sha256");
  const fault = (text: string) => {
    if (faults.length < MOST_FAULTS) faults.push(text);
  };
  const anchored = Map.groupBy(check.anchors ?? [], ({ seq }) => seq);
  const file: Reading = { check, anchored, fault, number: 0, events: 0, compared: 0 };
  return {
    read(text) {
      file.number++;
      if (file.footer) {
        if (text.trim() !== "") fault(`line ${file.number}: something follows the footer`);
        return;
      }
      const line = lineOf(text);
      if (!line) return fault(`line ${file.number}: not a line of an export`);
      if (line.kind === "footer") {
        file.footer = line;
        if (digest.digest("hex") !== line.sha256) fault("the lines are not those that were exported");
        return;
      }
      digest.update(text + "\n");
      if (line.kind === "header") readHeader(file, line);
      else readEvent(file, line);
    },
    end() {
      finish(file);
      const { header, events, place, compared } = file;
      return {
        ...{ faults, events, exportedAt: header?.exported_at, anchors: compared },
        firstSeq: header && events > 0 ? header.after_seq + 1 : undefined,
        lastSeq: events > 0 ? place?.seq : undefined,
        keyId: header && keyId(header.public_key),
      };
    },
  };
}

function readHeader(file: Reading, line: FileHeader): void {
  const { check: { publicKey, formerKeys = [], keys, anchors = [] }, fault } = file;
  if (file.header) return fault(`line ${file.number}: a second header`);
  file.header = line;
  file.place = { seq: line.after_seq, hash: line.after_hash };
  if (publicKey !== undefined && publicKey !== line.public_key) {
    fault(`the file names the key ${keyId(line.public_key)}, not the one that was given`);
  }
  for (const anchor of anchors) {
    const own = keys?.find(anchor.key_id)?.publicKey;
    const known = [publicKey ?? line.public_key, ...formerKeys, ...own === undefined ? [] : [own]];
    if (!known.some((key) => isAnchorSigned(anchor, key))) {
      fault(`the anchor at event ${anchor.seq} was not signed by that key`);
    }
    if ((line.keyed_from ?? Infinity) > anchor.keyed_from) {
      fault(`by an anchor the events from ${anchor.keyed_from} on have keyed hashes, but not by the file`);
    }
    // An anchor made before the export cannot refer to events beyond its end.
    if (anchor.seq > line.head_seq && anchor.at <= line.exported_at) {
      fault(
        `an anchor of ${anchor.at} covers event ${anchor.seq}, but the trail ends at event ${line.head_seq}`,
      );
    }
  }
}

function readEvent(file: Reading, record: Extract<FileLine, { kind: "event" }>): void {
  const { header, place, check: { keys }, fault } = file;
  if (!place || !header) return fault(`line ${file.number}: an event before the header`);
  const broken = firstFault(place, [record], { keys, keyedFrom: header.keyed_from ?? Infinity });
  if (broken) fault(`event ${broken.seq}: ${SENTENCES[broken.fault]}`);
  file.place = record;
  file.events++;
  for (const { seq, hash, at } of file.anchored.get(record.seq) ?? []) {
    file.compared++;
    if (hash !== record.hash) fault(`event ${seq}: an anchor of ${at} records a different hash`);
  }
}

function finish({ header, footer, place, events, check, fault }: Reading): void {
  if (!header || !place) return fault("there is no header: this is not an export of the audit trail");
  if (!footer) return fault("there is no footer: the file was truncated");
  if (!isSigned(signedText(footer), footer.signature, check.publicKey ?? header.public_key)) {
    fault("the signature is not that of the key");
  }
  if (footer.events !== events || place.seq !== footer.last_seq || place.hash !== footer.last_hash) {
    fault("the footer describes other events");
  }
  if (footer.last_seq < header.last_seq) fault(`the events after ${footer.last_seq} are missing`);
  if (footer.fault) {
    fault(
      `the service found a fault when it wrote the file: ${footer.fault} ${footer.broken_at ?? ""}`.trim(),
    );
  }
}

const SENTENCES = {
  missing: "is missing",
  altered: "was altered",
  unlinked: "is not chained to the one before it",
  unkeyed: "has an unkeyed hash after events with keyed ones",
  unknown_key: "was hashed with a key that was not given",
};

function lineOf(text: string): FileLine | undefined {
  try {
    return FileLine.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

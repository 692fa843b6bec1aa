/**
 * Orders text, reasoning and tool calls of a streamed answer into consecutive blocks, as most protocols need, from
 * deltas in any order. A delta for another block is queued until the arguments of the current call are complete.
 */
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { isObjectPrefix } from "./json_prefix.ts";
import { isClosed, type OpenJson, openJson, readPiece } from "./open_json.ts";

/** A block of text or reasoning. */
export interface TextBlock {
  kind: "text" | "thinking" | "refusal";
  /** The text sent so far. */
  sent: string;
  fresh: string;
  /** For reasoning: the provider's own signed blocks. */
  signed: JsonObject[];
}

/** A tool call. */
export interface CallBlock {
  kind: "tool";
  id: string;
  name: string;
  /** The arguments sent so far. */
  sent: string;
  fresh: string;
  /** The arguments received so far. */
  json: string;
  /** Open brackets at the end of `json`. */
  open: OpenJson;
  /** Whether `json` is a complete object. */
  isWhole: boolean;
  done: boolean;
}

export type Block = TextBlock | CallBlock;

/** Writes blocks: each is opened, extended and closed before the next is opened. */
export interface BlockSink {
  open(block: Block): void;
  piece(block: Block, text: string): void;
  close(block: Block): void;
}

export interface Blocks {
  say(kind: TextBlock["kind"], piece: string): void;
  /** Adds a signed or redacted thinking block of the provider. */
  sign(block: JsonObject): void;
  /** Adds a delta of call number `call`; `id` and `name` come with the first. */
  call(call: number, piece: { id: string; name: string; json: string }): void;
  /** Ends all blocks; `complete` false when the answer was cut off, perhaps within a call. */
  end(complete: boolean): void;
  /** Whether any tool was called. */
  readonly called: boolean;
}

export function orderedBlocks(sink: BlockSink): Blocks {
  const calls = new Map<number, CallBlock>();
  const queue = createQueue(sink);

  function addText(kind: TextBlock["kind"], add: (block: TextBlock) => void): void {
    const last = queue.last();
    const block: TextBlock = last && last.kind !== "tool" && last.kind === kind
      ? last
      : { kind, sent: "", fresh: "", signed: [] };
    add(block);
    queue.put(block);
  }

  return {
    get called() {
      return calls.size > 0;
    },
    say(kind, piece) {
      if (piece !== "") addText(kind, (block) => void (block.fresh += piece));
    },
    sign: (signed) => addText("thinking", (block) => void block.signed.push(signed)),
    call(number, { id, name, json }) {
      const call = calls.get(number) ??
        newCall(id, name);
      calls.set(number, call);
      addPiece(call, name, json);
      queue.put(call);
    },
    end(complete) {
      for (const call of calls.values()) if (!isGood(call, complete)) throw badArguments();
      queue.end();
    },
  };
}

/** Queue of the blocks after the open one. */
function createQueue(sink: BlockSink) {
  const waiting: Block[] = [];
  let open: Block | undefined;

  function flush(): void {
    if (!open || open.fresh === "") return;
    const { fresh } = open;
    open.fresh = "";
    open.sent += fresh;
    sink.piece(open, fresh);
  }

  function close(): void {
    if (!open) return;
    if (open.kind === "tool") open.done = true;
    sink.close(open);
    open = undefined;
  }

  function next(): void {
    close();
    open = waiting.shift();
    if (open) sink.open(open);
    flush();
  }

  return {
    last: () => waiting.at(-1) ?? open,
    /** Queues a new or extended block, and sends all that can be sent now. */
    put(block: Block): void {
      const isKnown = block === open || waiting.includes(block) || block.kind === "tool" && block.done;
      if (!isKnown) waiting.push(block);
      flush();
      while (waiting[0] && isReady(waiting[0]) && (open === undefined || isWhole(open))) next();
    },
    end(): void {
      flush();
      while (waiting.length > 0) next();
      close();
    },
  };
}

function newCall(id: string, name: string): CallBlock {
  const text = { json: "", sent: "", fresh: "" };
  return { kind: "tool", id, name, ...text, open: openJson(), isWhole: false, done: false };
}

function addPiece(call: CallBlock, name: string, json: string): void {
  call.name ||= name;
  // Nothing may follow a complete object.
  if (json.trim() !== "" && (call.done || isWhole(call))) throw badArguments();
  const piece = call.json === "" ? json.trimStart() : json;
  call.json += piece;
  readPiece(call.open, piece);
  // Parsed only once closed: parsing after each delta would take quadratic time.
  call.isWhole ||= isClosed(call.open) && call.json.startsWith("{") && parsedObject(call.json) !== undefined;
  if (!call.done) call.fresh += piece;
}

function isGood(call: CallBlock, complete: boolean): boolean {
  if (call.name === "") return false;
  return isWhole(call) || (complete ? call.json === "" : isObjectPrefix(call.json));
}

/** A call can be opened once its name is known. */
function isReady(block: Block): boolean {
  return block.kind !== "tool" || block.name !== "";
}

/** Whether a block is complete. */
function isWhole(block: Block): boolean {
  return block.kind !== "tool" || block.isWhole;
}

export function badArguments(): UpstreamError {
  const message = "The model called a tool with arguments that are not a JSON object";
  return new UpstreamError(message, { code: "bad_tool_arguments", beforeFirstByte: false });
}

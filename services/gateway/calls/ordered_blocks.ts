/**
 * Texts, reasoning and tool calls of a streamed answer, one after another as most protocols want them, from pieces in
 * any order. A piece for another block waits while a call's arguments are not complete.
 */
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { isObjectPrefix } from "./json_prefix.ts";

/** A block of text. */
export interface TextBlock {
  kind: "text" | "thinking" | "refusal";
  /** All of it so far, as it was sent. */
  sent: string;
  fresh: string;
  /** Of thoughts: the provider's own blocks of them, as it signed them. */
  signed: JsonObject[];
}

/** A tool call. */
export interface CallBlock {
  kind: "tool";
  id: string;
  name: string;
  /** Its arguments so far, as they were sent. */
  sent: string;
  fresh: string;
  /** All of its arguments so far. */
  json: string;
  done: boolean;
}

export type Block = TextBlock | CallBlock;

/** Writes blocks: each is opened once, gets its pieces, and is closed before the next is opened. */
export interface BlockSink {
  open(block: Block): void;
  piece(block: Block, text: string): void;
  close(block: Block): void;
}

export interface Blocks {
  say(kind: TextBlock["kind"], piece: string): void;
  /** The last thoughts as the provider signed them, or thoughts that it does not show. */
  sign(block: JsonObject): void;
  /** A piece of call number `call`; `id` and `name` come with its first piece. */
  call(call: number, piece: { id: string; name: string; json: string }): void;
  /** Ends them all; `complete` false: the answer was cut off, perhaps within a call. */
  end(complete: boolean): void;
  /** Whether a tool was called. */
  readonly called: boolean;
}

export function orderedBlocks(sink: BlockSink): Blocks {
  const calls = new Map<number, CallBlock>();
  let waiting: Block[] = [];
  let open: Block | undefined;

  /** Sends what can be sent now. */
  function advance(): void {
    flush();
    while (waiting[0] && isReady(waiting[0]) && (open === undefined || isWhole(open))) next();
  }

  function next(): void {
    close();
    open = waiting.shift();
    if (open) sink.open(open);
    flush();
  }

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

  return {
    get called() {
      return calls.size > 0;
    },
    say(kind, piece) {
      if (piece === "") return;
      const last = waiting.at(-1) ?? open;
      if (last?.kind === kind) last.fresh += piece;
      else waiting.push({ kind, sent: "", fresh: piece, signed: [] });
      advance();
    },
    sign(block) {
      const last = waiting.at(-1) ?? open;
      if (last?.kind === "thinking") last.signed.push(block);
      else waiting.push({ kind: "thinking", sent: "", fresh: "", signed: [block] });
      advance();
    },
    call(number, { id, name, json }) {
      let call = calls.get(number);
      if (!call) {
        call = { kind: "tool", id, name, json: "", sent: "", fresh: "", done: false };
        calls.set(number, call);
        waiting.push(call);
      }
      addPiece(call, name, json);
      advance();
    },
    end(complete) {
      for (const call of calls.values()) if (!isGood(call, complete)) throw badArguments();
      flush();
      while (waiting.length > 0) next();
      waiting = [];
      close();
    },
  };
}

function addPiece(call: CallBlock, name: string, json: string): void {
  call.name ||= name;
  // Nothing may follow a whole object.
  if (json.trim() !== "" && (call.done || isWhole(call))) throw badArguments();
  const piece = call.json === "" ? json.trimStart() : json;
  call.json += piece;
  if (!call.done) call.fresh += piece;
}

function isGood(call: CallBlock, complete: boolean): boolean {
  if (call.name === "") return false;
  return isWhole(call) || (complete ? call.json === "" : isObjectPrefix(call.json));
}

/** A call can begin when its name is known. */
function isReady(block: Block): boolean {
  return block.kind !== "tool" || block.name !== "";
}

/** Whether nothing more can come for it. */
function isWhole(block: Block): boolean {
  return block.kind !== "tool" || parsedObject(block.json) !== undefined;
}

export function badArguments(): UpstreamError {
  const message = "The model called a tool with arguments that are not a JSON object";
  return new UpstreamError(message, { code: "bad_tool_arguments", beforeFirstByte: false });
}

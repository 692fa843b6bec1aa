/**
 * Content blocks of a streamed message, one after another as Anthropic's protocol wants them, from pieces of text,
 * reasoning and tool calls in any order. A piece for another block waits while a call's arguments are not complete.
 */
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { badArguments } from "./chat_answer.ts";
import { isObjectPrefix } from "./json_prefix.ts";

export interface Blocks {
  text(piece: string): void;
  thinking(piece: string): void;
  /** A piece of call number `call`; `id` and `name` come with its first piece. */
  call(call: number, piece: { id: string; name: string; json: string }): void;
  /** Ends them all; `complete` false: the answer was cut off, perhaps within a call. */
  end(complete: boolean): void;
  /** Whether a tool was called. */
  readonly called: boolean;
}

interface Call {
  kind: "tool";
  id: string;
  name: string;
  /** All of its arguments so far. */
  json: string;
  /** Not sent yet. */
  fresh: string;
  done: boolean;
}

type Block = Call | { kind: "text" | "thinking"; fresh: string };

export function createBlocks(emit: (event: JsonObject) => void, signature: string): Blocks {
  const calls = new Map<number, Call>();
  let waiting: Block[] = [];
  let open: Block | undefined;
  let index = -1;

  function say(kind: "text" | "thinking", piece: string): void {
    if (piece === "") return;
    const last = waiting.at(-1) ?? open;
    if (last?.kind === kind) last.fresh += piece;
    else waiting.push({ kind, fresh: piece });
    advance();
  }

  /** Sends what can be sent now. */
  function advance(): void {
    flush();
    while (waiting[0] && isReady(waiting[0]) && (open === undefined || isWhole(open))) {
      close();
      open = waiting.shift();
      start();
      flush();
    }
  }

  function start(): void {
    if (!open) return;
    index += 1;
    emit({ type: "content_block_start", index, content_block: startOf(open) });
  }

  function flush(): void {
    if (!open || open.fresh === "") return;
    emit({ type: "content_block_delta", index, delta: deltaOf(open) });
    open.fresh = "";
  }

  function close(): void {
    if (!open) return;
    if (open.kind === "thinking") {
      emit({ type: "content_block_delta", index, delta: { type: "signature_delta", signature } });
    }
    if (open.kind === "tool") open.done = true;
    emit({ type: "content_block_stop", index });
    open = undefined;
  }

  return {
    get called() {
      return calls.size > 0;
    },
    text: (piece) => say("text", piece),
    thinking: (piece) => say("thinking", piece),
    call(number, { id, name, json }) {
      let call = calls.get(number);
      if (!call) {
        call = { kind: "tool", id, name, json: "", fresh: "", done: false };
        calls.set(number, call);
        waiting.push(call);
      }
      call.name ||= name;
      // Nothing may follow a whole object.
      if (json.trim() !== "" && (call.done || isWhole(call))) throw badArguments();
      const piece = call.json === "" ? json.trimStart() : json;
      call.json += piece;
      if (!call.done) call.fresh += piece;
      advance();
    },
    end(complete) {
      for (const call of calls.values()) {
        const good = isWhole(call) || (complete ? call.json === "" : isObjectPrefix(call.json));
        if (!good || call.name === "") throw badArguments();
      }
      flush();
      for (const block of waiting) {
        close();
        open = block;
        start();
        flush();
      }
      waiting = [];
      close();
    },
  };
}

/** A call can begin when its name is known. */
function isReady(block: Block): boolean {
  return block.kind !== "tool" || block.name !== "";
}

/** Whether nothing more can come for it. */
function isWhole(block: Block): boolean {
  return block.kind !== "tool" || parsedObject(block.json) !== undefined;
}

function startOf(block: Block): JsonObject {
  if (block.kind === "tool") return { type: "tool_use", id: block.id, name: block.name, input: {} };
  return block.kind === "text"
    ? { type: "text", text: "" }
    : { type: "thinking", thinking: "", signature: "" };
}

function deltaOf({ kind, fresh }: Block): JsonObject {
  if (kind === "tool") return { type: "input_json_delta", partial_json: fresh };
  return kind === "text" ? { type: "text_delta", text: fresh } : { type: "thinking_delta", thinking: fresh };
}

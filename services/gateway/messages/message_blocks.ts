import type { JsonObject } from "lib/json_object.ts";
import type { Block, BlockSink } from "../translation/ordered_blocks.ts";

/** Writes blocks as events of Anthropic's protocol; thinking blocks get `signature`. */
export function messageSink(emit: (event: JsonObject) => void, signature: string): BlockSink {
  let index = -1;
  return {
    open(block) {
      index += 1;
      emit({ type: "content_block_start", index, content_block: startOf(block) });
    },
    piece: (block, text) => emit({ type: "content_block_delta", index, delta: deltaOf(block, text) }),
    close({ kind }) {
      if (kind === "thinking") {
        emit({ type: "content_block_delta", index, delta: { type: "signature_delta", signature } });
      }
      emit({ type: "content_block_stop", index });
    },
  };
}

function startOf(block: Block): JsonObject {
  if (block.kind === "tool") return { type: "tool_use", id: block.id, name: block.name, input: {} };
  return block.kind === "thinking"
    ? { type: "thinking", thinking: "", signature: "" }
    : { type: "text", text: "" };
}

function deltaOf({ kind }: Block, text: string): JsonObject {
  if (kind === "tool") return { type: "input_json_delta", partial_json: text };
  return kind === "thinking" ? { type: "thinking_delta", thinking: text } : { type: "text_delta", text };
}

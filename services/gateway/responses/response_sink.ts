/** Writes blocks as output items and their events. */
import type { JsonObject } from "lib/json_object.ts";
import type { Block, BlockSink, CallBlock } from "../calls/ordered_blocks.ts";
import { type Origin, sealed, unsignedMark } from "../calls/origin.ts";
import { newId } from "./response_object.ts";
import { callItem, inputIn, type ToolForms } from "./tools.ts";

export interface SinkOptions {
  emit(event: JsonObject): void;
  forms: ToolForms;
  origin: Origin;
  /** Each item as it is when it is done. */
  output: JsonObject[];
  /** Whether the model was cut off: what is not done then is not complete. */
  isCut(): boolean;
}

export function responseSink({ emit, forms, origin, output, isCut }: SinkOptions): BlockSink {
  let item_id = "";
  const status = () => isCut() ? "incomplete" : "completed";
  const place = () => ({ item_id, output_index: output.length });

  function added(item: JsonObject): void {
    emit({ type: "response.output_item.added", output_index: output.length, item });
  }

  function done(item: JsonObject): void {
    emit({ type: "response.output_item.done", output_index: output.length, item });
    output.push(item);
  }

  function openText(part: JsonObject): void {
    item_id = newId("msg");
    added({ id: item_id, type: "message", role: "assistant", status: "in_progress", content: [] });
    emit({ type: "response.content_part.added", ...place(), content_index: 0, part });
  }

  function closeText(part: JsonObject, spoken: JsonObject): void {
    emit({ ...place(), content_index: 0, ...spoken });
    emit({ type: "response.content_part.done", ...place(), content_index: 0, part });
    done({ id: item_id, type: "message", role: "assistant", status: status(), content: [part] });
  }

  function openThoughts(): void {
    item_id = newId("rs");
    added({ id: item_id, type: "reasoning", summary: [] });
  }

  function closeThoughts(text: string, signed: JsonObject[]): void {
    const part = { type: "summary_text", text };
    if (text !== "") {
      emit({ type: "response.reasoning_summary_text.done", ...place(), summary_index: 0, text });
      emit({ type: "response.reasoning_summary_part.done", ...place(), summary_index: 0, part });
    }
    const encrypted_content = signed.length > 0
      ? sealed(JSON.stringify(signed), origin)
      : unsignedMark(origin);
    done({ id: item_id, type: "reasoning", summary: text === "" ? [] : [part], encrypted_content });
  }

  function openCall({ id, name }: CallBlock): void {
    item_id = newId(isCustom(name) ? "ctc" : "fc");
    const empty = isCustom(name) ? { input: "" } : { arguments: "" };
    added({ id: item_id, ...callItem(id, name, "", forms), ...empty, status: "in_progress" });
  }

  function closeCall({ id, name, sent }: CallBlock): void {
    const item = { id: item_id, ...callItem(id, name, sent, forms), status: status() };
    if (isCustom(name)) {
      const input = inputIn(sent);
      if (input !== "") emit({ type: "response.custom_tool_call_input.delta", ...place(), delta: input });
      emit({ type: "response.custom_tool_call_input.done", ...place(), input });
    } else {
      emit({ type: "response.function_call_arguments.done", ...place(), name, arguments: sent || "{}" });
    }
    done(item);
  }

  function isCustom(name: string): boolean {
    return forms.get(name)?.custom ?? false;
  }

  return {
    open(block) {
      if (block.kind === "tool") return openCall(block);
      if (block.kind === "text") {
        return openText({ type: "output_text", text: "", annotations: [], logprobs: [] });
      }
      if (block.kind === "refusal") return openText({ type: "refusal", refusal: "" });
      openThoughts();
    },
    piece(block, delta) {
      if (block.kind === "thinking" && block.sent === delta) {
        const part = { type: "summary_text", text: "" };
        emit({ type: "response.reasoning_summary_part.added", ...place(), summary_index: 0, part });
      }
      // The text of a custom call stands within its arguments: it comes when these are whole.
      if (block.kind === "tool" && isCustom(block.name)) return;
      emit({ ...place(), ...deltaOf(block), delta });
    },
    close(block) {
      if (block.kind === "tool") return closeCall(block);
      const { sent: text } = block;
      if (block.kind === "text") {
        const spoken = { type: "response.output_text.done", text, logprobs: [] };
        return closeText({ type: "output_text", text, annotations: [], logprobs: [] }, spoken);
      }
      if (block.kind === "refusal") {
        return closeText({ type: "refusal", refusal: text }, {
          type: "response.refusal.done",
          refusal: text,
        });
      }
      closeThoughts(text, block.signed);
    },
  };
}

function deltaOf({ kind }: Block): JsonObject {
  if (kind === "text") return { type: "response.output_text.delta", content_index: 0, logprobs: [] };
  if (kind === "refusal") return { type: "response.refusal.delta", content_index: 0 };
  if (kind === "thinking") return { type: "response.reasoning_summary_text.delta", summary_index: 0 };
  return { type: "response.function_call_arguments.delta" };
}

/** Writes blocks as output items and their events. */
import type { JsonObject } from "lib/json_object.ts";
import type { Block, BlockSink, CallBlock } from "../translation/ordered_blocks.ts";
import { type Origin, sealed, unsignedMark } from "../calls/origin.ts";
import { newId } from "./response_object.ts";
import { callItem, inputIn, type ToolForms } from "./tools.ts";

export interface SinkOptions {
  emit(event: JsonObject): void;
  forms: ToolForms;
  origin: Origin;
  /** The finished items. */
  output: JsonObject[];
  /** Whether the model was cut off, so that the open item is incomplete. */
  isCut(): boolean;
}

export function responseSink(options: SinkOptions): BlockSink {
  const writer = itemWriter(options);
  const texts = textItems(writer, options);
  const calls = callItems(writer, options);
  const thoughts = thoughtItems(writer, options);
  const itemsFor = ({ kind }: Block) => kind === "thinking" ? thoughts : texts;
  return {
    open: (block) => block.kind === "tool" ? calls.open(block) : itemsFor(block).open(block),
    piece(block, delta) {
      if (block.kind === "tool") return calls.piece(block, delta);
      if (block.kind === "thinking" && block.sent === delta) thoughts.begin();
      writer.tell({ ...deltaOf(block), delta });
    },
    close: (block) => block.kind === "tool" ? calls.close(block) : itemsFor(block).close(block),
  };
}

/** Writes the items, one at a time. */
function itemWriter({ emit, output }: SinkOptions) {
  let item_id = "";
  const tell = (event: JsonObject) => emit({ item_id, output_index: output.length, ...event });
  return {
    /** Emits an event of the current item. */
    tell,
    open(prefix: string, item: JsonObject): void {
      item_id = newId(prefix);
      emit({
        type: "response.output_item.added",
        output_index: output.length,
        item: { id: item_id, ...item },
      });
    },
    close(fields: JsonObject): void {
      const item = { id: item_id, ...fields };
      emit({ type: "response.output_item.done", output_index: output.length, item });
      output.push(item);
    },
  };
}

type ItemWriter = ReturnType<typeof itemWriter>;

function textItems(writer: ItemWriter, { isCut }: SinkOptions) {
  const partOf = ({ kind }: Block, text: string): JsonObject =>
    kind === "refusal"
      ? { type: "refusal", refusal: text }
      : { type: "output_text", text, annotations: [], logprobs: [] };
  return {
    open(block: Block): void {
      writer.open("msg", { type: "message", role: "assistant", status: "in_progress", content: [] });
      writer.tell({ type: "response.content_part.added", content_index: 0, part: partOf(block, "") });
    },
    close(block: Block): void {
      const { kind, sent } = block;
      const part = partOf(block, sent);
      writer.tell(
        kind === "refusal"
          ? { type: "response.refusal.done", content_index: 0, refusal: sent }
          : { type: "response.output_text.done", content_index: 0, text: sent, logprobs: [] },
      );
      writer.tell({ type: "response.content_part.done", content_index: 0, part });
      const status = isCut() ? "incomplete" : "completed";
      writer.close({ type: "message", role: "assistant", status, content: [part] });
    },
  };
}

/** Writes reasoning as a summary, which all clients show. */
function thoughtItems(writer: ItemWriter, { origin }: SinkOptions) {
  return {
    open: () => writer.open("rs", { type: "reasoning", summary: [] }),
    begin(): void {
      const part = { type: "summary_text", text: "" };
      writer.tell({ type: "response.reasoning_summary_part.added", summary_index: 0, part });
    },
    close(block: Block): void {
      const { sent: text } = block;
      const signed = block.kind === "tool" ? [] : block.signed;
      const part = { type: "summary_text", text };
      if (text !== "") {
        writer.tell({ type: "response.reasoning_summary_text.done", summary_index: 0, text });
        writer.tell({ type: "response.reasoning_summary_part.done", summary_index: 0, part });
      }
      const encrypted_content = signed.length > 0
        ? sealed(JSON.stringify(signed), origin)
        : unsignedMark(origin);
      writer.close({ type: "reasoning", summary: text === "" ? [] : [part], encrypted_content });
    },
  };
}

function callItems(writer: ItemWriter, { forms, isCut }: SinkOptions) {
  const isCustom = (name: string) => forms.get(name)?.custom ?? false;
  return {
    open({ id, name }: CallBlock): void {
      const empty = isCustom(name) ? { input: "" } : { arguments: "" };
      const item = { ...callItem(id, name, "", forms), ...empty, status: "in_progress" };
      writer.open(isCustom(name) ? "ctc" : "fc", item);
    },
    piece({ name }: CallBlock, delta: string): void {
      // A custom call's text is inside its JSON arguments, so it is sent once these are complete.
      if (!isCustom(name)) writer.tell({ type: "response.function_call_arguments.delta", delta });
    },
    close({ id, name, sent }: CallBlock): void {
      if (isCustom(name)) {
        const input = inputIn(sent);
        if (input !== "") writer.tell({ type: "response.custom_tool_call_input.delta", delta: input });
        writer.tell({ type: "response.custom_tool_call_input.done", input });
      } else {
        writer.tell({ type: "response.function_call_arguments.done", name, arguments: sent || "{}" });
      }
      writer.close({ ...callItem(id, name, sent, forms), status: isCut() ? "incomplete" : "completed" });
    },
  };
}

function deltaOf({ kind }: Block): JsonObject {
  if (kind === "text") return { type: "response.output_text.delta", content_index: 0, logprobs: [] };
  if (kind === "refusal") return { type: "response.refusal.delta", content_index: 0 };
  return { type: "response.reasoning_summary_text.delta", summary_index: 0 };
}

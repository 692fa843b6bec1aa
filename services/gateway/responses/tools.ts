/** Translates tools of the Responses API to chat functions, and calls back. */
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";

/** Original tools by function name, for those that differ from their function. */
export type ToolForms = Map<string, { custom: boolean; namespace: string | undefined; name: string }>;

const SEAM = "__";

export function isNamespace({ type }: JsonObject): boolean {
  return type === "namespace";
}

/** The function name for a tool. */
export function functionName(name: unknown, namespace: unknown): string {
  return textOf(namespace) ? `${textOf(namespace)}${SEAM}${textOf(name)}` : textOf(name);
}

/** The functions of a request and their original tools. Throws a 400 for tools that OpenAI hosts. */
export function functionsOf(tools: unknown): { functions: JsonObject[]; forms: ToolForms } {
  const forms: ToolForms = new Map();
  const functions = objectsOf(tools).flatMap((tool, index) => {
    if (!isNamespace(tool)) return [functionOf(tool, undefined, { forms, at: `tools.${index}` })];
    return objectsOf(tool.tools).map((inner, place) =>
      functionOf(inner, textOf(tool.name), { forms, at: `tools.${index}.tools.${place}` })
    );
  });
  return { functions, forms };
}

function functionOf(
  tool: JsonObject,
  namespace: string | undefined,
  { forms, at }: { forms: ToolForms; at: string },
): JsonObject {
  const { type, description, parameters, strict, format } = tool;
  const name = functionName(tool.name, namespace);
  const custom = type === "custom";
  if (type !== "function" && !custom) throw untranslatable(tool, at);
  if (custom || namespace) forms.set(name, { custom, namespace, name: textOf(tool.name) });
  const words = custom ? customWords(textOf(description), objectOf(format)) : description;
  return {
    type: "function",
    function: {
      name,
      ...words ? { description: words } : {},
      parameters: custom ? FREE_TEXT : parameters ?? { type: "object", properties: {} },
      ...typeof strict === "boolean" && !custom ? { strict } : {},
    },
  };
}

const FREE_TEXT = { type: "object", properties: { input: { type: "string" } }, required: ["input"] };

function customWords(description: string, { syntax, definition }: JsonObject): string {
  const grammar = textOf(definition)
    ? `\nThe input must follow this ${textOf(syntax)} grammar:\n${textOf(definition)}`
    : "";
  return description + grammar;
}

/** Translates the tool choice. Throws a 400 for one without a translation. */
export function choiceOf(choice: unknown): JsonObject | string | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (choice === "auto" || choice === "none" || choice === "required") return choice;
  const { type, name, namespace } = objectOf(choice);
  if (type !== "function" && type !== "custom") {
    throw untranslatable({ type: textOf(type) || String(choice) }, "tool_choice");
  }
  return { type: "function", function: { name: functionName(name, namespace) } };
}

/** A call as an item, without an id. */
export function callItem(callId: string, name: string, json: string, forms: ToolForms): JsonObject {
  const form = forms.get(name);
  if (form?.custom) {
    return {
      ...{ type: "custom_tool_call", call_id: callId, name: form.name, input: inputIn(json) },
      ...form.namespace ? { namespace: form.namespace } : {},
    };
  }
  return {
    ...{ type: "function_call", call_id: callId, name: form?.name ?? name, arguments: json || "{}" },
    ...form?.namespace ? { namespace: form.namespace } : {},
  };
}

/** The text of a custom call, from its JSON arguments. */
export function inputIn(json: string): string {
  const { input } = parsedObject(json) ?? {};
  return typeof input === "string" ? input : json;
}

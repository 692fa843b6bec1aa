/** Tools of a chat request in the flat form of the Responses API. */
import { type JsonObject } from "lib/json_object.ts";
import { present } from "../translation/chat_fields.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";

/** Throws a 400 for a tool of a kind that is not known. */
export function toolsFrom(tools: unknown): JsonObject[] {
  return objectsOf(tools).map((tool, index) => {
    const { type } = tool;
    if (type === "custom") {
      const { name, description, format } = objectOf(tool.custom);
      return present({ type, name, description, format: formatFrom(objectOf(format)) });
    }
    if (type !== "function") throw untranslatable(tool, `tools.${index}`);
    const { name, description, parameters, strict } = objectOf(tool.function);
    return {
      ...present({ type, name, description }),
      parameters: parameters ?? { type: "object", properties: {} },
      // Explicit, because an absent `strict` means true where the schema allows it.
      strict: strict === true,
    };
  });
}

function formatFrom({ type, grammar }: JsonObject): JsonObject | undefined {
  if (type === "grammar") return { type, ...objectOf(grammar) };
  return type === "text" ? { type } : undefined;
}

/** Throws a 400 for a choice that is not known. */
export function choiceFrom(choice: unknown): unknown {
  if (choice === undefined || choice === null || typeof choice === "string") return choice;
  const { type, function: called, custom, allowed_tools } = objectOf(choice);
  if (type === "function") return { type, name: objectOf(called).name };
  if (type === "custom") return { type, name: objectOf(custom).name };
  if (type !== "allowed_tools") throw untranslatable({ type: textOf(type) }, "tool_choice");
  const { mode, tools } = objectOf(allowed_tools);
  return { type, mode, tools: objectsOf(tools).map(choiceFrom) };
}

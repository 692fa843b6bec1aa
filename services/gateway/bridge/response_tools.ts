/** Translates tools of a chat request to the flat format of the Responses API. */
import { type JsonObject } from "lib/json_object.ts";
import { definedFields } from "../translation/chat_fields.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";

/** Throws a 400 for an unknown type of tool. */
export function toolsFrom(tools: unknown): JsonObject[] {
  return objectsOf(tools).map((tool, index) => {
    const { type } = tool;
    if (type === "custom") {
      const { name, description, format } = objectOf(tool.custom);
      return definedFields({ type, name, description, format: formatFrom(objectOf(format)) });
    }
    if (type !== "function") throw untranslatable(tool, `tools.${index}`);
    const { name, description, parameters, strict } = objectOf(tool.function);
    return {
      ...definedFields({ type, name, description }),
      parameters: parameters ?? { type: "object", properties: {} },
      // Always explicit: the Responses API defaults to strict when the schema allows it.
      strict: strict === true,
    };
  });
}

function formatFrom({ type, grammar }: JsonObject): JsonObject | undefined {
  if (type === "grammar") return { type, ...objectOf(grammar) };
  return type === "text" ? { type } : undefined;
}

/** Throws a 400 for an unknown choice. */
export function choiceFrom(choice: unknown): unknown {
  if (choice === undefined || choice === null || typeof choice === "string") return choice;
  const { type, function: called, custom, allowed_tools } = objectOf(choice);
  if (type === "function") return { type, name: objectOf(called).name };
  if (type === "custom") return { type, name: objectOf(custom).name };
  if (type !== "allowed_tools") throw untranslatable({ type: textOf(type) }, "tool_choice");
  const { mode, tools } = objectOf(allowed_tools);
  return { type, mode, tools: objectsOf(tools).map(choiceFrom) };
}

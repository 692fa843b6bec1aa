/** The settings of a schema as a Markdown table, so that READMEs always match the code. */
import type { z } from "zod";
import { safeParse } from "zod/v4/core";

/** One row per setting, in the schema's order: name, default and description. */
export function settingsTable(schema: z.ZodObject): string {
  const rows = Object.entries(schema.shape).map(([name, type]) => {
    const description = "meta" in type && typeof type.meta === "function"
      ? type.meta()?.description
      : undefined;
    return `| \`${name}\` | ${shownDefault(type)} | ${String(description ?? "").replaceAll("|", "\\|")} |`;
  });
  return ["| setting | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function shownDefault(type: z.core.$ZodType): string {
  const { success, data: value } = safeParse(type, undefined);
  if (!success) return "required";
  if (value === undefined || Array.isArray(value) && value.length === 0) return "none";
  return `\`${Array.isArray(value) ? value.join(",") : String(value)}\``;
}

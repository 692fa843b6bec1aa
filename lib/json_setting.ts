/** Settings that hold JSON. */
import { z } from "zod";
import { settingFault } from "lib/setting_fault.ts";

/** An optional setting whose JSON `schema` describes; `example` shows one in its faults. */
export function jsonSetting<S extends z.ZodType>(schema: S, example: string) {
  return z.string().transform((text, context): z.output<S> => {
    const fault = (message: string) => {
      context.addIssue(`${message}; expected ${example}`);
      return z.NEVER;
    };
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return fault("not JSON");
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const faults = parsed.error.issues.slice(0, MOST_FAULTS).map((issue) =>
      `${issue.path.join(".") || "it"} ${settingFault(issue)}`
    );
    return fault(faults.join(", "));
  }).optional();
}

const MOST_FAULTS = 3;

/** The settings in effect, each with its origin and without secrets. */
import { z } from "zod";
import { safeParse } from "zod/v4/core";
import { fileOf } from "lib/installation/setting_origins.ts";
import { isSecret, shownValue } from "lib/installation/shown_value.ts";

/** A setting as it is in effect. */
export const EffectiveSetting = z.object({
  name: z.string().meta({ description: "Its name", example: "RATE_LIMIT_PER_MINUTE" }),
  meaning: z.string().meta({ description: "What it does", example: "requests a minute and client IP" }),
  origin: z.enum(["default", "derived", "environment", "env_file", "secret_file"]).meta({
    description:
      "Source of its value: default; another setting; the environment; the file .env; a file that " +
      "`<name>_FILE` names",
  }),
  file: z.string().nullable().meta({ description: "File with the value", example: ".env" }),
  secret: z.boolean().meta({ description: "Whether it is secret and never shown" }),
  set: z.boolean().meta({ description: "Whether it has a value" }),
  value: z.string().nullable().meta({
    description: "Value in use; null: none, or secret",
    example: "100",
  }),
  default: z.string().nullable().meta({ description: "Default value", example: "100" }),
}).meta({ id: "EffectiveSetting" });
/** A setting as it is in effect. */
export type EffectiveSetting = z.output<typeof EffectiveSetting>;

/** The settings of `schema`, in its order, with their parsed values `env`. `get` returns the raw texts. */
export function effectiveSettings(
  schema: z.ZodObject,
  env: Record<string, unknown>,
  get: (name: string) => string | undefined,
): EffectiveSetting[] {
  return Object.entries(schema.shape).map(([name, type]) => {
    const given = get(name) || undefined;
    const value = env[name];
    const usual = safeParse(type, undefined);
    const fallback = usual.success && usual.data !== undefined ? shownValue(name, usual.data) : null;
    const isSet = value !== undefined && value !== null && value !== "";
    const file = given === undefined ? undefined : fileOf(name);
    const shown = isSet ? shownValue(name, value) : null;
    return {
      name,
      meaning: meaningOf(type),
      origin: file?.origin ??
        (given !== undefined ? "environment" : shown === fallback ? "default" : "derived"),
      file: file?.file ?? null,
      secret: isSecret(name),
      set: isSet,
      value: shown === "" ? null : shown,
      default: fallback === "" ? null : fallback,
    };
  });
}

function meaningOf(type: z.core.$ZodType): string {
  const meta = "meta" in type && typeof type.meta === "function" ? type.meta() : undefined;
  return String(meta?.description ?? "");
}

import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { CustomRule } from "./custom_rules.ts";
import type { DetectOptions } from "./detect.ts";
import { AnyType, type Entity, OPTIONAL, PiiEntity, TYPES } from "./entity.ts";
import { redact } from "./redact.ts";

const Types = z.array(AnyType).max(TYPES.length + 50);
const PiiInput = z.object({
  text: textOf({ min: 1, max: 100_000 }).meta({ description: "the text to look through" }),
  only: Types.optional().meta({ description: "just these types" }),
  include: Types.optional().meta({ description: `types that are off unless named: ${OPTIONAL.join(", ")}` }),
  exclude: Types.optional().meta({ description: "types to ignore" }),
  allow: z.array(z.string().max(500)).max(1_000).optional().meta({
    description: "values to ignore",
  }),
}).meta({ id: "PiiInput", example: { text: "اتصل على ٠٥٠١٢٣٤٥٦٧ أو ali@example.com" } });
const Detected = z.object({ entities: z.array(PiiEntity), has_pii: z.boolean() }).meta({
  id: "PiiDetection",
});
const Redacted = z.object({
  original: z.string().meta({ description: "the text as sent" }),
  redacted: z.string().meta({ description: "the same with [REDACTED_TYPE] for each finding" }),
  entities_redacted: z.int(),
}).meta({
  id: "PiiRedaction",
});

export function pii(
  { audit, options, custom, detect }: {
    audit: AuditLog;
    options: DetectOptions;
    custom: () => readonly CustomRule[];
    detect: (text: string, options: DetectOptions) => Promise<Entity[]>;
  },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const find = (input: z.output<typeof PiiInput>): Promise<Entity[]> => {
    const include = [...options.include ?? [], ...input.include ?? []];
    const { text, only, exclude, allow } = input;
    return detect(text, {
      ...{ only, exclude, allow, custom: custom() },
      include: only ? input.include : include,
    });
  };
  const record = (c: { var: AppEnv["Variables"] }, text: string, entities: Entity[], action: string) =>
    audit.record({
      event_type: "pii_detection",
      severity: entities.length > 0 ? "warning" : "info",
      subject: c.var.user.sub,
      user_id: c.var.user.sub,
      request_id: c.var.requestId,
      action,
      content: { text, entities },
      details: { pii_types: [...new Set(entities.map(({ type }) => type))] },
    });

  app.openapi(
    endpoint({
      id: "detectPii",
      method: "post",
      path: "/pii/detect",
      tags: ["pii"],
      summary: "Find personal data and secrets in a text",
      request: { body: jsonBody(PiiInput) },
      answers: { 200: json(Detected, "The findings") },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const entities = await find(input);
      record(c, input.text, entities, "detect");
      return c.json({ entities, has_pii: entities.length > 0 }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "redactPii",
      method: "post",
      path: "/pii/redact",
      tags: ["pii"],
      summary: "Replace personal data by [REDACTED_TYPE]",
      request: { body: jsonBody(PiiInput) },
      answers: { 200: json(Redacted, "The text without it") },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const entities = await find(input);
      record(c, input.text, entities, "redact");
      const redacted = redact(input.text, entities);
      return c.json({ original: input.text, redacted, entities_redacted: entities.length }, 200);
    },
  );

  return app;
}

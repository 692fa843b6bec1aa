/** All operations of all services, read from their OpenAPI documents. */
import { z } from "zod";
import { type Platform } from "./platform.ts";

/** The parts of a JSON Schema that sample values need. */
export type Schema = z.output<typeof JsonSchema>;

const JsonSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  example: z.unknown().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  minLength: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), JsonSchema).optional();
  },
  get items() {
    return JsonSchema.optional();
  },
  get anyOf() {
    return z.array(JsonSchema).optional();
  },
  get allOf() {
    return z.array(JsonSchema).optional();
  },
});

const Parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header", "cookie"]),
  required: z.boolean().default(false),
  schema: JsonSchema.default({}),
});

const Operation = z.looseObject({
  operationId: z.string().optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: JsonSchema.default({}) })) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
  "x-rate-limit": z.enum(["heavy", "regular", "none"]).optional(),
  "x-roles": z.array(z.string()).optional(),
  "x-max-body-bytes": z.number().optional(),
});

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), JsonSchema).default({}) }),
});

/** An operation and its address. */
export interface Target {
  /** The service's name. */
  service: string;
  /** Address of the service. */
  address: string;
  /** The operationId. */
  id: string;
  /** GET, POST … */
  method: string;
  /** The path, parameters in braces. */
  path: string;
  /** Whether it needs no token. */
  open: boolean;
  /** The only roles that may call it; undefined: every role. */
  roles: string[] | undefined;
  /** The rate limit that counts it. */
  weight: "heavy" | "regular" | "none";
  /** Its body limit, if it has one of its own. */
  maxBodyBytes: number | undefined;
  /** Its parameters. */
  parameters: z.output<typeof Parameter>[];
  /** Content type and schema of its body. */
  body: { type: string; schema: Schema } | undefined;
  /** Its documented statuses. */
  statuses: number[];
  /** The schemas that `$ref`s refer to. */
  schemas: Record<string, Schema>;
}

/** Reads the operations of all services of `platform`. */
export async function readTargets(platform: Platform): Promise<Target[]> {
  const each = await Promise.all([...platform.addresses].map(async ([service, address]) => {
    const { paths, components } = Document.parse(await (await fetch(`${address}/openapi.json`)).json());
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): Target => {
        const [body] = Object.entries(operation.requestBody?.content ?? {});
        return {
          service,
          address,
          id: operation.operationId ?? `${method.toUpperCase()} ${path} of ${service} (no operationId)`,
          method: method.toUpperCase(),
          path,
          open: operation.security?.length === 0,
          roles: operation["x-roles"],
          weight: operation["x-rate-limit"] ?? "regular",
          maxBodyBytes: operation["x-max-body-bytes"],
          parameters: operation.parameters,
          body: body && { type: body[0], schema: body[1].schema },
          statuses: Object.keys(operation.responses).map(Number),
          schemas: components.schemas,
        };
      })
    );
  }));
  return each.flat();
}

/** A value valid for `schema`: its example, its default, or the simplest value of its type. */
export function sampleOf(schema: Schema, schemas: Record<string, Schema>, depth = 0): unknown {
  if (schema.$ref) return sampleOf(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, schemas, depth + 1);
  for (const given of [schema.example, schema.default, schema.const, schema.enum?.[0]]) {
    if (given !== undefined) return given;
  }
  if (depth > 6) return null;
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], schemas, depth + 1);
  if (schema.allOf) {
    return Object.assign(
      {},
      ...schema.allOf.map((part) => sampleOf(part, schemas, depth + 1)),
    );
  }
  const [type] = [schema.type].flat();
  if (type === "string") return textSample(schema);
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return schema.items ? [sampleOf(schema.items, schemas, depth + 1)] : [];
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, schemas, depth + 1)]));
}

function textSample({ format, minLength = 1 }: Schema): string {
  if (format === "uuid") return crypto.randomUUID();
  if (format === "date-time") return new Date().toISOString();
  if (format === "date") return new Date().toISOString().slice(0, 10);
  if (format === "uri" || format === "url") return "https://example.com/";
  if (format === "email") return "amal@example.com";
  return "sample".padEnd(minLength, "x");
}

/** A request of `target`: parameters by name, and its encoded body. */
export interface Attempt {
  /** Parameters; required ones that are absent get sample values. */
  parameters?: Record<string, string>;
  /** The encoded body; absent: a sample. */
  body?: BodyInit;
  /** Its content type; absent: the documented one. */
  type?: string;
  /** More headers. */
  headers?: Record<string, string>;
}

/** The Request for `attempt`. */
export function requestOf(target: Target, attempt: Attempt = {}): Request {
  const { parameters = {}, headers = {} } = attempt;
  const value = ({ name, schema }: Target["parameters"][number]) =>
    parameters[name] ?? String(sampleOf(schema, target.schemas));
  const path = target.parameters.filter((one) => one.in === "path")
    .reduce((path, one) => path.replace(`{${one.name}}`, () => escaped(value(one))), target.path);
  const query = target.parameters
    .filter((one) => one.in === "query" && (one.required || parameters[one.name] !== undefined))
    .map((one) => `${encodeURIComponent(one.name)}=${escaped(value(one))}`);
  const url = `${target.address}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const body = attempt.body ?? sampleBody(target);
  // A form sets its own content type with the boundary.
  const type = attempt.type ?? (body instanceof FormData ? undefined : target.body?.type);
  const all = { ...(body !== undefined && type ? { "content-type": type } : {}), ...headers };
  return new Request(url, { method: target.method, headers: all, ...(body === undefined ? {} : { body }) });
}

/** Percent-encodes `text`; lone surrogates become bytes that are invalid UTF-8. */
function escaped(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\u{FFFF}")).replaceAll(
    "%EF%BF%BF",
    "%ED%A0%80",
  );
}

function sampleBody({ body, schemas }: Target): BodyInit | undefined {
  if (!body) return undefined;
  if (body.type === "application/json") return JSON.stringify(sampleOf(body.schema, schemas));
  if (body.type !== "multipart/form-data") return "sample";
  const form = new FormData();
  form.append("file", new File(["not really a file"], "sample.txt"));
  return form;
}

/** The Model Context Protocol at /mcp: tools that share the REST routes' logic and token. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import type { User } from "lib/auth/auth.ts";
import { foreseen, invalidAll, ServiceError, tooLarge } from "lib/errors.ts";
import { isObject, type JsonObject } from "lib/json_object.ts";
import { ownHosts } from "lib/mcp/mcp_hosts.ts";
import { flatSchema, published } from "lib/mcp/mcp_schema.ts";
import type { AppEnv } from "lib/service/service.ts";
import { badTexts } from "lib/text_check.ts";
import { VERSION } from "lib/service/version.ts";
import { whileRead } from "lib/http/unread.ts";

/** Who calls a tool, and a signal for when they give up. */
export interface McpCall {
  /** Who calls. */
  user: User;
  /** Aborts when the client gives up. */
  signal: AbortSignal;
}

/** A tool, ready to be offered. */
export interface McpTool {
  /** The name it is called by. */
  name: string;
  /** Offers it on `server` to the caller of a request. */
  register(server: McpServer, request: Pick<AppEnv["Variables"], "user" | "log" | "countHeavy">): void;
}

/** The contract of a tool. */
export interface McpToolOptions<S extends z.ZodObject, O extends z.ZodType> {
  /** The name it is called by. */
  name: string;
  /** Its name for people; unset: the words of `name`. */
  title?: string;
  /** Its purpose, for the model that chooses it. */
  description: string;
  /** Its input. */
  input: S;
  /** Descriptions of parameters whose schemas have none, so that every parameter has one. */
  describe?: { [P in keyof z.output<S>]?: string };
  /** Its answer; published, so that clients can rely on it. */
  output?: O;
  /** Whether it changes nothing. */
  readOnly?: boolean;
  /** Whether it removes or replaces something. */
  destructive?: boolean;
  /** Whether a second call with the same arguments changes nothing more. */
  idempotent?: boolean;
  /** Whether it reaches outside the platform: a model, the web. */
  openWorld?: boolean;
  /** Whether a call counts as heavy, as its route does. */
  heavy?: boolean;
  /** Whether a result says that the work failed. */
  failed?(result: z.output<O>): boolean;
  /** Does the work. */
  call(input: z.output<S>, context: McpCall): Promise<z.output<O>>;
}

/**
 * Describes a tool; its result is sent as structured content and as JSON. A failure by name (`notFound`, `invalid` …)
 * reaches the client with its message, any other as a generic sentence.
 * @throws {Error} where a parameter has no description.
 */
export function mcpTool<S extends z.ZodObject, O extends z.ZodType = z.ZodUnknown>(
  options: McpToolOptions<S, O>,
): McpTool {
  const { name, title = titleOf(name), description, input, output, heavy, failed, call } = options;
  const { readOnly = false, destructive = false, idempotent = readOnly, openWorld = false } = options;
  const inputSchema = described(name, flatSchema(input, "input"), options.describe ?? {});
  const answer = output && flatSchema(output, "output");
  // The protocol requires structured content to be an object; other values are wrapped in one.
  const wrapped = answer !== undefined && answer.type !== "object";
  const outputSchema = wrapped ? wrapping(answer) : answer;
  return {
    name,
    register(server, { user, log, countHeavy }) {
      server.registerTool(
        name,
        {
          title,
          description,
          inputSchema: published(inputSchema),
          outputSchema: outputSchema && published(outputSchema),
          annotations: {
            readOnlyHint: readOnly,
            destructiveHint: destructive,
            idempotentHint: idempotent,
            openWorldHint: openWorld,
          },
        },
        async (given, context): Promise<CallToolResult> => {
          try {
            const parameters = checked(input, given);
            if (heavy) await countHeavy();
            const result = await call(parameters, { user, signal: context.mcpReq.signal });
            return { ...contentOf(result, wrapped), ...(failed?.(result) ? { isError: true } : {}) };
          } catch (error) {
            if (!(error instanceof HTTPException)) log.error("mcp tool failed", { tool: name, error });
            return { isError: true, content: [{ type: "text", text: sentence(error) }] };
          }
        },
      );
    },
  };
}

/** "list_documents": "List documents". */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The schema with a description of every parameter. */
function described(tool: string, schema: JsonObject, words: Record<string, string | undefined>): JsonObject {
  const given = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const properties = Object.fromEntries(given.map(([name, parameter]) => {
    const known = isObject(parameter) ? parameter : {};
    return [name, { ...known, description: words[name] ?? known.description }];
  }));
  const [missing] = undescribed({ properties });
  if (missing) throw new Error(`Parameter ${missing} of the MCP tool ${tool} has no description`);
  return { ...schema, properties };
}

/** The parameters without a description, with the path of nested ones. */
function undescribed(schema: unknown, path: string[] = []): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => undescribed(part, path));
  if (!isObject(schema)) return [];
  const parts = [schema.items, schema.additionalProperties, schema.anyOf, schema.oneOf, schema.allOf];
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(
    ([name, value]) => {
      const place = [...path, name];
      const told = isObject(value) && typeof value.description === "string" && value.description !== "";
      return [...(told ? [] : [place.join(".")]), ...undescribed(value, place)];
    },
  );
  return [...own, ...undescribed(parts, path)];
}

function wrapping(schema: JsonObject): JsonObject {
  const { $defs, ...result } = schema;
  return { type: "object", properties: { result }, required: ["result"], ...($defs ? { $defs } : {}) };
}

/** The arguments, or a 422 that names their faults. */
function checked<S extends z.ZodObject>(input: S, given: unknown): z.output<S> {
  const details = badTexts(given, []);
  if (details.length > 0) throw invalidAll(details);
  const parsed = input.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  throw invalidAll(parsed.error.issues.map(({ path, message, code }) => ({
    loc: path.map((step) => typeof step === "symbol" ? String(step) : step),
    msg: message,
    type: code,
  })));
}

function contentOf(result: unknown, wrapped: boolean): Pick<CallToolResult, "content" | "structuredContent"> {
  const text = JSON.stringify(result ?? null);
  // As the client reads it: dates as text, without undefined fields.
  const plain: unknown = JSON.parse(text);
  const structuredContent = wrapped ? { result: plain } : isObject(plain) ? plain : undefined;
  return { content: [{ type: "text", text }], ...(structuredContent ? { structuredContent } : {}) };
}

function sentence(error: unknown): string {
  const known = foreseen(error) ?? error;
  if (!(known instanceof HTTPException) || known.status === 500) {
    return "The tool failed; the service's log says why.";
  }
  const details = known instanceof ServiceError ? known.details : undefined;
  const faults = details?.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
  return faults ? `${known.message}: ${faults}` : known.message;
}

const MAX_BODY_BYTES = 4 * 2 ** 20;

/**
 * Serves `tools` at /mcp on the root of `app`, without sessions, in both current eras of the protocol. Bodies
 * beyond `maxBodyBytes` are 413, hosts and origins that are neither local nor among `hosts` 403.
 */
export function mountMcp(
  app: OpenAPIHono<AppEnv>,
  { name, tools, maxBodyBytes = MAX_BODY_BYTES, hosts = [] }: {
    name: string;
    tools: McpTool[];
    maxBodyBytes?: number;
    hosts?: readonly string[];
  },
): void {
  const onError = () => {
    throw tooLarge(maxBodyBytes);
  };
  app.use("/mcp", ownHosts(hosts), bodyLimit({ maxSize: maxBodyBytes, onError }));
  app.all("/mcp", async (c) => {
    const { log } = c.var;
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name, version: VERSION });
      for (const tool of tools) tool.register(server, c.var);
      return server;
    }, { maxRequestBodySize: maxBodyBytes, onerror: (error) => log.warn("mcp request refused", { error }) });
    const response = await handler.fetch(c.req.raw);
    const streams = response.headers.get("content-type")?.startsWith("text/event-stream");
    return streams && response.body ? new Response(whileRead(c, response.body), response) : response;
  });
}

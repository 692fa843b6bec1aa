/** The Model Context Protocol at /mcp: tools that share the REST routes' logic and token. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import type { User } from "lib/auth.ts";
import { invalidAll, ServiceError } from "lib/errors.ts";
import type { AppEnv } from "lib/service.ts";
import { badTexts } from "lib/text_check.ts";
import { VERSION } from "lib/version.ts";

/** Who calls a tool, and until when it matters. */
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

/**
 * Describes a tool: `input` is what it takes, `call` what it does, its result sent as JSON. A failure by name
 * (`notFound`, `invalid` …) reaches the client with its message, any other as a sentence that says nothing.
 */
export function mcpTool<S extends z.ZodObject>({ name, title, description, input, readOnly, heavy, call }: {
  name: string;
  title?: string;
  description: string;
  input: S;
  /** Whether it changes nothing. */
  readOnly?: boolean;
  /** Whether a call counts as heavy, as its route does. */
  heavy?: boolean;
  call(input: z.output<S>, context: McpCall): Promise<unknown>;
}): McpTool {
  return {
    name,
    register(server, { user, log, countHeavy }) {
      const annotations = { readOnlyHint: readOnly ?? false };
      const schema: z.ZodObject = input;
      server.registerTool(
        name,
        { title, description, inputSchema: schema, annotations },
        async (given, context) => {
          try {
            const faults = badTexts(given, ["body"]);
            if (faults.length > 0) throw invalidAll(faults);
            const wanted = input.parse(given);
            if (heavy) await countHeavy();
            const result = await call(wanted, { user, signal: context.mcpReq.signal });
            return { content: [{ type: "text", text: JSON.stringify(result ?? null) }] };
          } catch (error) {
            if (!(error instanceof HTTPException)) log.error("mcp tool failed", { tool: name, error });
            return { isError: true, content: [{ type: "text", text: sentence(error) }] };
          }
        },
      );
    },
  };
}

function sentence(error: unknown): string {
  if (!(error instanceof HTTPException) || error.status === 500) {
    return "The tool failed; the service's log says why.";
  }
  const details = error instanceof ServiceError ? error.details : undefined;
  const faults = details?.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
  return faults ? `${error.message}: ${faults}` : error.message;
}

/** Serves `tools` at /mcp on the root of `app`, without sessions; both current protocol eras are spoken. */
export function mountMcp(
  app: OpenAPIHono<AppEnv>,
  { name, tools, maxBodyBytes = 4 * 2 ** 20 }: { name: string; tools: McpTool[]; maxBodyBytes?: number },
): void {
  app.all("/mcp", (c) => {
    const { log } = c.var;
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name, version: VERSION });
      for (const tool of tools) tool.register(server, c.var);
      return server;
    }, { maxRequestBodySize: maxBodyBytes, onerror: (error) => log.warn("mcp request refused", { error }) });
    return handler.fetch(c.req.raw);
  });
}

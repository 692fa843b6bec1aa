/** Talks to the MCP servers that the operator lists; their tools become an agent's, as `server.tool`. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Logger } from "lib/telemetry/log.ts";
import { VERSION } from "lib/service/version.ts";
import type { McpServer } from "./mcp_servers.ts";
import { withoutStacks } from "./error_text.ts";
import { schemaCheck } from "./json_schema.ts";
import type { TokenFor } from "./services.ts";
import { type Caller, type Tool, type ToolContext, ToolFailure } from "./tool.ts";

/** The tools of the listed servers, their lists remembered for a minute. */
export interface McpTools {
  names: string[];
  /** The tools of server `name`; throws when it cannot be reached. */
  of(name: string, caller: Caller): Promise<Tool[]>;
}

const LIST_TIMEOUT_MS = 5_000;
const CALL_TIMEOUT_MS = 600_000;
const REMEMBERED_MS = 60_000;

const Content = z.array(z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  mimeType: z.string().optional(),
  data: z.string().optional(),
  uri: z.string().optional(),
  name: z.string().optional(),
  resource: z.looseObject({
    uri: z.string().optional(),
    mimeType: z.string().optional(),
    text: z.string().optional(),
    blob: z.string().optional(),
  }).optional(),
}));

interface Deps {
  tokenFor: TokenFor;
  log: Logger;
}

export function mcpTools(
  servers: Record<string, McpServer>,
  { now = Date.now, ...deps }: Deps & { now?: () => number },
): McpTools {
  const known = new Map<string, { tools: Promise<Tool[]>; at: number }>();
  return {
    names: Object.keys(servers),
    async of(name, caller) {
      const server = servers[name];
      if (!server) return [];
      const remembered = known.get(name);
      if (remembered && now() - remembered.at < REMEMBERED_MS) return await remembered.tools;
      const tools = toolsOf({ name, server }, caller, deps);
      known.set(name, { tools, at: now() });
      tools.catch((error) => {
        known.delete(name);
        deps.log.warn("an MCP server cannot be reached", { server: name, error });
      });
      return await tools;
    },
  };
}

async function toolsOf(
  { name, server }: { name: string; server: McpServer },
  caller: Caller,
  deps: Deps,
): Promise<Tool[]> {
  const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
  const { tools } = await connected(
    server,
    { caller, signal, timeoutMs: LIST_TIMEOUT_MS, ...deps },
    (client, options) => client.listTools(undefined, options),
  );
  return tools.map((tool) => {
    const fits = schemaCheck({ ...tool.inputSchema });
    return {
      name: `${name}.${tool.name}`,
      description: tool.description ?? tool.title ?? tool.name,
      parameters: { ...tool.inputSchema },
      needsApproval: Array.isArray(server.needs_approval)
        ? server.needs_approval.includes(tool.name)
        : server.needs_approval,
      check(args) {
        const message = fits(args);
        if (message !== undefined) return { ok: false, message };
        return {
          ok: true,
          run: (context) => call(server, { name: tool.name, args }, { ...context, ...deps }),
        };
      },
    };
  });
}

async function call(
  server: McpServer,
  { name, args }: { name: string; args: Record<string, unknown> },
  { caller, signal, tokenFor, log }: ToolContext & Deps,
): Promise<string> {
  const call = { caller, signal, timeoutMs: CALL_TIMEOUT_MS, tokenFor, log };
  try {
    return await connected(server, call, async (client, options) => {
      const { content, structuredContent, isError } = await client.callTool(
        { name, arguments: args },
        options,
      );
      const text = contentText(content) || JSON.stringify(structuredContent ?? null);
      if (isError) throw new ToolFailure(withoutStacks(text) || "The tool failed");
      return text;
    });
  } catch (error) {
    if (error instanceof ToolFailure || signal.aborted) throw error;
    log.warn("an MCP server failed", { url: server.url, tool: name, error });
    throw new ToolFailure("The MCP server of this tool failed or cannot be reached");
  }
}

/** Does `work` with a client of the server that is closed afterwards. */
async function connected<T>(
  server: McpServer,
  { caller, signal, timeoutMs, tokenFor, log }: Deps & {
    caller: Caller;
    signal: AbortSignal;
    timeoutMs: number;
  },
  work: (client: Client, options: { signal: AbortSignal; timeout: number }) => Promise<T>,
): Promise<T> {
  const headers = new Headers(server.headers);
  if (server.auth === "caller") headers.set("authorization", `Bearer ${await tokenFor(caller)}`);
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers, redirect: "error" },
  });
  const client = new Client({ name: "diwan-agents", version: VERSION });
  const options = { signal, timeout: timeoutMs };
  try {
    await client.connect(transport, options);
    return await work(client, options);
  } finally {
    await client.close().catch((error) => log.debug("closing an MCP connection failed", { error }));
  }
}

/** The parts of a result as text; other parts are named, with their address. */
export function contentText(content: unknown): string {
  const parts = Content.safeParse(content);
  if (!parts.success) return "";
  return parts.data.map(({ type, text, mimeType, data, uri, name, resource }) => {
    if (text !== undefined || resource?.text !== undefined) return text ?? resource?.text ?? "";
    const bytes = data ?? resource?.blob;
    const told = [
      ...[type, name, uri ?? resource?.uri, mimeType ?? resource?.mimeType],
      bytes && `${bytes.length} characters`,
    ];
    return `[${told.filter(Boolean).join(" ")}]`;
  }).join("\n");
}

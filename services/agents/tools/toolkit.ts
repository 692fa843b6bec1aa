/** All tools that agents may use, found by their names. */
import { badGateway } from "lib/errors.ts";
import type { McpTools } from "./mcp_client.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** The result of a search for tools. */
export interface FoundTools {
  tools: Tool[];
  /** Names that no tool has. */
  missing: string[];
}

export interface Toolkit {
  /** Every tool; servers that cannot be reached are named apart. */
  list(caller: ToolContext["caller"]): Promise<{ tools: Tool[]; unreachable: string[] }>;
  /** The tools of these names; throws 502 when the MCP server of one cannot be reached. */
  find(names: string[], caller: ToolContext["caller"]): Promise<FoundTools>;
}

export function toolkit(own: Tool[], mcp: McpTools): Toolkit {
  const byName = new Map(own.map((tool) => [tool.name, tool]));
  return {
    async list(caller) {
      const lists = await Promise.allSettled(mcp.names.map((name) => mcp.of(name, caller)));
      return {
        tools: [...own, ...lists.flatMap((list) => list.status === "fulfilled" ? list.value : [])],
        unreachable: mcp.names.filter((_, i) => lists[i]?.status === "rejected"),
      };
    },
    async find(names, caller) {
      const requested = [...new Set(names)];
      const servers = new Set(
        requested.filter((name) => !byName.has(name)).map((name) => name.split(".")[0] ?? ""),
      );
      const foreign = new Map<string, Tool>();
      for (const server of mcp.names.filter((name) => servers.has(name))) {
        for (const tool of await reached(server, () => mcp.of(server, caller))) foreign.set(tool.name, tool);
      }
      const tools = requested.flatMap((name) => byName.get(name) ?? foreign.get(name) ?? []);
      const known = new Set(tools.map(({ name }) => name));
      return { tools, missing: requested.filter((name) => !known.has(name)) };
    },
  };
}

async function reached<T>(server: string, list: () => Promise<T>): Promise<T> {
  try {
    return await list();
  } catch (cause) {
    throw badGateway(`MCP server ${server} cannot be reached`, { cause });
  }
}

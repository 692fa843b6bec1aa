/** The MCP servers that the operator lists, and their tools as an agent's. */
import { z } from "zod";
import { jsonSetting } from "lib/json_setting.ts";

const Server = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).default({}),
  /** Sends the run's caller along, for the platform's own servers. */
  auth: z.enum(["none", "caller"]).default("none"),
  /** Tools that wait for approval; true for all. */
  needs_approval: z.union([z.boolean(), z.array(z.string())]).default(false),
});
/** One server, as the setting describes it. */
export type McpServer = z.output<typeof Server>;

/** The setting: JSON of a name and a description each. */
export const McpServers = jsonSetting(
  z.record(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), Server),
  '{"docs": {"url": "http://127.0.0.1:8003/mcp"}}',
);

/** The MCP servers that the operator lists, and their tools as an agent's. */
import { z } from "zod";

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
export const McpServers = z.string().transform((text, context) => {
  try {
    return z.record(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), Server).parse(JSON.parse(text));
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : "not JSON";
    context.issues.push({ code: "custom", message, input: text });
    return z.NEVER;
  }
}).optional();

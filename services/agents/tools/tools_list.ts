/** The tools that agents may use. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Toolkit } from "./toolkit.ts";

const ToolItem = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()).meta({
    description: "JSON schema of the arguments, as the model sees it",
  }),
  needs_approval: z.boolean().meta({
    description: "whether every call waits for approval, whatever the agent's setting",
  }),
}).meta({ id: "Tool" });

export function tools(toolkit: Toolkit): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    endpoint({
      id: "listAgentTools",
      method: "get",
      path: "/tools",
      tags: ["tools"],
      summary: "List the tools that agents may use, those of MCP servers as server.tool",
      answers: {
        200: json(
          z.array(ToolItem),
          "Tools; the header X-Unreachable-Servers names MCP servers that did not answer",
        ),
      },
    }),
    async (c) => {
      const { tools, unreachable } = await toolkit.list(c.var.user);
      if (unreachable.length > 0) c.header("X-Unreachable-Servers", unreachable.join(", "));
      const items = tools.map(({ name, description, parameters, needsApproval }) => ({
        name,
        description,
        parameters,
        needs_approval: needsApproval,
      }));
      return c.json(items, 200);
    },
  );
  return app;
}

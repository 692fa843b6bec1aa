import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { json } from "lib/service/openapi.ts";
import { requireAdmin } from "./access/admins.ts";
import { type GatewayEnv, gatewayFeature } from "./access/caller.ts";
import { endpoint } from "./endpoint.ts";
import { rateLimitExceeded } from "./errors.ts";
import type { ConfigHolder } from "./providers/config.ts";
import { checkProvider, ProviderCheck, providersOf } from "./provider_check.ts";

const ProviderChecks = z.object({
  providers: z.array(ProviderCheck).meta({ description: "Each provider that is configured" }),
}).meta({ id: "ProviderChecks" });

/** `POST /v1/providers/check`: requests each provider's model list once, which costs nothing. For admins. */
export function providerChecks({ config }: { config: ConfigHolder }): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();
  let running = false;

  app.openapi(
    endpoint({
      id: "checkProviders",
      tags: ["settings"],
      method: "post",
      path: "/v1/providers/check",
      summary: "Check the key of every configured provider",
      description: "Requests each provider's list of models, which is free.",
      answers: { 200: json(ProviderChecks, "How each of them answered") },
      fails: { 403: "Only for admins", 429: "A check is running already" },
    }),
    async (c) => {
      requireAdmin(c.var.caller);
      if (running) throw rateLimitExceeded("The providers are being checked already; try again later", 2);
      running = true;
      try {
        const providers = await Promise.all(providersOf(config.current()).map(checkProvider));
        return c.json({ providers }, 200);
      } finally {
        running = false;
      }
    },
  );
  return app;
}

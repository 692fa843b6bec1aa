import { z } from "zod";
import { flag, httpUrl, ProviderEnv } from "lib/env.ts";
import { KNOWN_PROVIDERS } from "./providers.ts";

const described = KNOWN_PROVIDERS.flatMap(({ name, keyEnv, urlEnv }) => [
  [keyEnv, z.string().optional().meta({ description: `key of provider ${name}` })] as const,
  ...urlEnv
    ? [[urlEnv, httpUrl().optional().meta({ description: `address of provider ${name}` })] as const]
    : [],
]);

/** Connections to the proxy are unencrypted; everything through it is encrypted to the provider. */
function proxyUrl() {
  return z.url({ protocol: /^http$/, error: "must be an address that begins with http://" });
}

// Typed as `object`, so that spreading it does not widen the types of the settings below.
const fromTable: object = Object.fromEntries(described.filter(([name]) => !(name in ProviderEnv.shape)));

/** Settings of providers; those shared with other services are in lib/. */
export const GatewayProviderEnv = z.object({
  ...fromTable,
  ...ProviderEnv.shape,
  AWS_ACCESS_KEY_ID: z.string().optional().meta({ description: "key id of provider bedrock" }),
  AWS_SECRET_ACCESS_KEY: z.string().optional().meta({ description: "secret key of provider bedrock" }),
  AWS_SESSION_TOKEN: z.string().optional().meta({ description: "session token of provider bedrock" }),
  AWS_REGION: z.string().regex(/^[a-z0-9-]+$/).default("us-east-1").meta({
    description: "region of provider bedrock",
  }),
  AZURE_OPENAI_API_VERSION: z.string().default("2024-10-21").meta({
    description: "API version of provider azure_openai",
  }),
  AZURE_OPENAI_RESPONSES: flag(false).meta({
    description: "whether the deployment of provider azure_openai has the Responses API, which is then used",
  }),
  HTTPS_PROXY: proxyUrl().optional().meta({
    description: "proxy (http://[user:password@]host:port) to providers with https; https_proxy is also read",
  }),
  https_proxy: proxyUrl().optional().meta({ description: "the same as HTTPS_PROXY, which takes precedence" }),
  NO_PROXY: z.string().optional().meta({
    description: "comma-separated hosts, .domains, addresses and ranges that are reached without the proxy",
  }),
  no_proxy: z.string().optional().meta({ description: "the same as NO_PROXY, which takes precedence" }),
  PROVIDER_CA_FILE: z.string().optional().meta({
    description: "file (PEM) of certificate authorities for providers, in addition to the system's",
  }),
  PROVIDER_CERT_FILE: z.string().optional().meta({
    description:
      "file (PEM) of the client certificate for providers that are reached directly and request one",
  }),
  PROVIDER_KEY_FILE: z.string().optional().meta({ description: "file (PEM) of that certificate's key" }),
  GATEWAY_CONFIG: z.string().optional().meta({
    description: "file (YAML or JSON) of providers, keys, aliases, chains and prices; reloaded on SIGHUP",
  }),
});
export type GatewayProviderEnv = z.output<typeof GatewayProviderEnv>;

import { z } from "zod";
import { count, list, port, SharedEnv } from "lib/env.ts";
import { type Addresses, isServiceName, SERVICE_NAMES } from "./server/services.ts";

const isAddress = (entry: string) =>
  /^[a-z]+=https?:\/\/[^\s=]+$/.test(entry) && isServiceName(entry.split("=")[0] ?? "");

export const Env = SharedEnv.extend({
  CONSOLE_SERVICES: list().refine((entries) => entries.every(isAddress), {
    message: "must be like gateway=http://10.0.0.5:8000,guard=http://10.0.0.6:8007",
  }).meta({
    description:
      "addresses of services that are elsewhere: `gateway=http://10.0.0.5:8000,…`; unset: this machine",
  }),
  CONSOLE_SESSION_HOURS: count(12, { min: 1, max: 720 }).meta({
    description: "how long the session of the start's sign-in line, or of a gateway key, lasts",
  }),
  CONSOLE_REQUESTS_PER_MINUTE: count(1_200, { min: 1 }).meta({
    description: "requests to services a minute and session; those services do not count them again",
  }),
  CONSOLE_OIDC_CLIENT_ID: z.string().optional().meta({
    description: "the console's client at OIDC_ISSUER; with both set, people sign in there",
  }),
  CONSOLE_OIDC_CLIENT_SECRET: z.string().optional().meta({
    description: "its secret; unset: a public client",
  }),
  CONSOLE_OIDC_SCOPE: z.string().default("openid profile").meta({ description: "scopes it asks for" }),
  GATEWAY_PORT: port(8000).meta({ description: "where the gateway listens, as below the other services" }),
  PROCUREMENT_PORT: port(8001).meta({ description: "port of procurement" }),
  VOICE_PORT: port(8002).meta({ description: "port of voice" }),
  DOCUMENTS_PORT: port(8003).meta({ description: "port of documents" }),
  COMPLIANCE_PORT: port(8004).meta({ description: "port of compliance" }),
  AGENTS_PORT: port(8005).meta({ description: "port of agents" }),
  EVALUATION_PORT: port(8006).meta({ description: "port of evaluation" }),
  GUARD_PORT: port(8007).meta({ description: "port of guard" }),
});
export type Env = z.output<typeof Env>;

/** Where each service is. */
export function addressesOf(env: Env): Addresses {
  const host = ["0.0.0.0", "::"].includes(env.HOST) ? "127.0.0.1" : env.HOST;
  const here = (port: number) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const addresses: Addresses = {
    gateway: here(env.GATEWAY_PORT),
    procurement: here(env.PROCUREMENT_PORT),
    voice: here(env.VOICE_PORT),
    documents: here(env.DOCUMENTS_PORT),
    compliance: here(env.COMPLIANCE_PORT),
    agents: here(env.AGENTS_PORT),
    evaluation: here(env.EVALUATION_PORT),
    guard: here(env.GUARD_PORT),
  };
  for (const name of SERVICE_NAMES) {
    const set = env.CONSOLE_SERVICES.find((entry) => entry.startsWith(`${name}=`));
    if (set) addresses[name] = set.slice(name.length + 1).replace(/\/+$/, "");
  }
  return addresses;
}

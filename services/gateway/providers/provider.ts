import { z } from "zod";
import { readEnv } from "lib/env.ts";
import type { ProviderKey, WireName } from "./target.ts";
import type { FileProvider, ReadConfig } from "./config_file.ts";
import type { Price } from "./price.ts";
import type { GatewayProviderEnv } from "./provider_env.ts";
import { KNOWN_PROVIDERS } from "./providers.ts";

/** A provider that can be called. */
export interface Provider {
  name: string;
  wire: WireName;
  baseUrl: URL;
  keys: ProviderKey[];
  headers: Record<string, string>;
  timeoutMs: number;
  idleTimeoutMs: number;
  /** Configured models; undefined: the catalogue's, plus any other with `anyModel`. */
  models: string[] | undefined;
  anyModel: boolean;
  prices: Record<string, Price>;
  deployments: Record<string, string>;
  apiVersion: string;
  region: string;
  /** Whether it has a Responses API. */
  responses: boolean;
  /** Patterns of models whose chats with tools go to the Responses API. */
  toolsByResponses: string[];
}

const DEFAULTS = {
  headers: {},
  timeoutMs: 600_000,
  idleTimeoutMs: 60_000,
  models: undefined,
  prices: {},
  deployments: {},
  apiVersion: "2024-10-21",
  region: "us-east-1",
  responses: false,
  toolsByResponses: [],
};

const ECHO: Provider = {
  ...DEFAULTS,
  name: "echo",
  wire: "echo",
  baseUrl: new URL("http://echo.invalid"),
  keys: [{ id: "echo-1", secret: "", weight: 1 }],
  models: ["echo", "echo-embedding"],
  anyModel: false,
  prices: { echo: { input: "0", output: "0" }, "echo-embedding": { input: "0", output: "0" } },
};

/** Makes an error at a path of the configuration file. */
type Fault = ReadConfig["fault"];

/** The provider at `index` of a configuration file. @throws {ConfigError} without a URL or a key. */
export function fromFile(file: FileProvider, index: number, fault: Fault): Provider {
  const known = KNOWN_PROVIDERS.find(({ name }) => name === file.name);
  const wire = file.wire ?? known?.wire ?? "openai";
  const sameWire = known ?? KNOWN_PROVIDERS.find((provider) => provider.wire === wire && wire !== "openai");
  const region = file.region ?? DEFAULTS.region;
  const address = file.base_url ?? sameWire?.baseUrl.replace("{region}", region);
  const at = ["providers", index];
  if (!address) throw fault(at, `${file.name}: base_url is required`);
  const responses = file.responses ?? hasResponses(address);
  if (!responses && file.tools_by_responses.length > 0) {
    throw fault([...at, "tools_by_responses"], `${file.name}: is only for providers with responses: true`);
  }
  const keys = keysOf(file, known, (n, reason) => fault([...at, "keys", n], `${file.name}: ${reason}`));
  return {
    ...DEFAULTS,
    name: file.name,
    wire,
    baseUrl: apiAddress(address, known),
    keys: keys.length > 0 ? keys : [{ id: `${file.name}-1`, secret: "", weight: 1 }],
    headers: file.headers,
    timeoutMs: file.timeout_seconds * 1000,
    idleTimeoutMs: file.idle_timeout_seconds * 1000,
    models: file.models,
    anyModel: file.models === undefined && wire === "openai",
    prices: file.prices,
    deployments: file.deployments,
    apiVersion: file.api_version,
    region,
    responses,
    toolsByResponses: file.tools_by_responses,
  };
}

/** Whether a URL is known to have the Responses API; other servers with OpenAI's wire may lack it. */
function hasResponses(address: string): boolean {
  return ["api.openai.com", "api.x.ai"].includes(new URL(address).hostname);
}

function keysOf(
  { name, keys }: FileProvider,
  known: { keyEnv: string } | undefined,
  fault: (index: number, reason: string) => Error,
): ProviderKey[] {
  const given: FileProvider["keys"] = keys.length > 0 || !known ? keys : [{ env: known.keyEnv, weight: 1 }];
  return given.map(({ id, key, env = "", weight, timeout_seconds }, index) => {
    const secret = key ?? readEnv(z.object({ [env]: z.string().optional() }))[env];
    if (!secret) throw fault(index, `environment variable ${env} is not set`);
    return {
      id: id ?? `${name}-${index + 1}`,
      secret,
      weight,
      timeoutMs: timeout_seconds === undefined ? undefined : timeout_seconds * 1000,
    };
  });
}

/** Ollama, vLLM and llama.cpp document `http://host:11434` as their address, but answer below `/v1`. */
function apiAddress(address: string, known: { local?: boolean | undefined } | undefined): URL {
  const url = new URL(address);
  if (known?.local && url.pathname === "/") url.pathname = "/v1";
  return url;
}

/** The providers configured by environment variables, and `echo`. */
export function fromEnv(env: GatewayProviderEnv): Provider[] {
  const setting = (name: string | undefined): string | undefined => {
    const value = name ? Object.entries(env).find(([key]) => key === name)?.[1] : undefined;
    return typeof value === "string" ? value : undefined;
  };
  const known = KNOWN_PROVIDERS.flatMap(
    ({ name, wire, baseUrl, keyEnv, urlEnv, keyless, local }): Provider[] => {
      const address = setting(urlEnv);
      const secret = setting(keyEnv) ?? (name === "bedrock" ? awsSecret(env) : undefined);
      if (!secret && !(keyless && address)) return [];
      return [{
        ...DEFAULTS,
        name,
        wire,
        baseUrl: address
          ? apiAddress(address, { local })
          : new URL(baseUrl.replace("{region}", env.AWS_REGION)),
        keys: [{ id: `${name}-1`, secret: secret ?? "", weight: 1 }],
        models: address && wire === "openai" ? [] : undefined,
        anyModel: wire === "openai",
        region: env.AWS_REGION,
        responses: hasResponses(address ?? baseUrl.replace("{region}", env.AWS_REGION)),
      }];
    },
  );
  return [ECHO, ...known, ...azureFromEnv(env)];
}

/** Bedrock's credential as one string: a bearer token, or `id:secret[:session]` for signing. */
function awsSecret(env: GatewayProviderEnv): string | undefined {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = env;
  if (!id || !secret) return undefined;
  return [id, secret, ...session ? [session] : []].join(":");
}

function azureFromEnv(env: GatewayProviderEnv): Provider[] {
  const {
    AZURE_OPENAI_API_KEY: secret,
    AZURE_OPENAI_ENDPOINT: endpoint,
    AZURE_OPENAI_DEPLOYMENT: deployment,
  } = env;
  if (!secret || !endpoint || !deployment) return [];
  return [{
    ...DEFAULTS,
    name: "azure_openai",
    wire: "azure_openai",
    baseUrl: new URL(endpoint),
    keys: [{ id: "azure_openai-1", secret, weight: 1 }],
    models: [deployment],
    anyModel: false,
    deployments: { [deployment]: deployment },
    apiVersion: env.AZURE_OPENAI_API_VERSION,
    responses: env.AZURE_OPENAI_RESPONSES,
  }];
}

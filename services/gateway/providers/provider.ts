import { z } from "zod";
import { readEnv } from "lib/env.ts";
import type { ProviderKey, WireName } from "./target.ts";
import { ConfigError, type FileProvider } from "./config_file.ts";
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
  /** undefined: those of the catalogue, and with `anyModel` any other. */
  models: string[] | undefined;
  anyModel: boolean;
  prices: Record<string, Price>;
  deployments: Record<string, string>;
  apiVersion: string;
  region: string;
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

/** A provider of the configuration file. @throws {ConfigError} when it lacks an address or a key. */
export function fromFile(file: FileProvider, index: number): Provider {
  const known = KNOWN_PROVIDERS.find(({ name }) => name === file.name);
  const wire = file.wire ?? known?.wire ?? "openai";
  const sameWire = known ?? KNOWN_PROVIDERS.find((provider) => provider.wire === wire && wire !== "openai");
  const region = file.region ?? DEFAULTS.region;
  const address = file.base_url ?? sameWire?.baseUrl.replace("{region}", region);
  const at = `providers.${index} (${file.name})`;
  if (!address) throw new ConfigError(`GATEWAY_CONFIG: ${at}: base_url is needed`);
  const given = file.keys.length > 0 || !known ? file.keys : [{ env: known.keyEnv, weight: 1 }];
  const keys = given.map(({ id, key, env, weight }, n) => ({
    id: id ?? `${file.name}-${n + 1}`,
    secret: key ?? secretFrom(env ?? "", at),
    weight,
  }));
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
  };
}

/** Ollama, vLLM and llama.cpp call `http://host:11434` their address, and answer below `/v1`. */
function apiAddress(address: string, known: { local?: boolean | undefined } | undefined): URL {
  const url = new URL(address);
  if (known?.local && url.pathname === "/") url.pathname = "/v1";
  return url;
}

function secretFrom(name: string, at: string): string {
  const secret = readEnv(z.object({ [name]: z.string().optional() }))[name];
  if (!secret) throw new ConfigError(`GATEWAY_CONFIG: ${at}: environment variable ${name} is not set`);
  return secret;
}

/** The providers whose keys or addresses are settings, and `echo`. */
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
      }];
    },
  );
  return [ECHO, ...known, ...azureFromEnv(env)];
}

/** Bedrock's key as one text: a bearer token, or `id:secret[:session]` to sign with. */
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
  }];
}

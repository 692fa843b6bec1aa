import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { settingFault } from "lib/setting_fault.ts";
import { Alias } from "./alias.ts";
import { Price } from "./price.ts";

const Name = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,62}$/, "must be lower-case letters, digits, _ . -");

const FileKey = z.strictObject({
  id: Name.optional(),
  key: z.string().min(1).optional(),
  env: z.string().min(1).optional(),
  weight: z.number().int().min(1).max(1000).default(1),
  timeout_seconds: z.number().positive().max(3600).optional(),
}).refine((key) => (key.key === undefined) !== (key.env === undefined), "needs either key or env");

const FileProvider = z.strictObject({
  name: Name,
  wire: z.enum(["openai", "azure_openai", "anthropic", "gemini", "bedrock", "cohere"]).optional(),
  base_url: z.url({ protocol: /^https?$/ }).optional(),
  keys: z.array(FileKey).max(100).default([]),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string()).default({}),
  timeout_seconds: z.number().positive().max(3600).default(600),
  idle_timeout_seconds: z.number().positive().max(3600).default(60),
  /** Absent: every model of the catalogue's list, or any model if it has none. */
  models: z.array(z.string().min(1)).max(5000).optional(),
  prices: z.record(z.string(), Price).default({}),
  deployments: z.record(z.string(), z.string()).default({}),
  api_version: z.string().default("2024-10-21"),
  region: z.string().regex(/^[a-z0-9-]+$/).optional(),
  /** Whether it has OpenAI's Responses API (Azure has it in most regions); by default decided by its URL. */
  responses: z.boolean().optional(),
  /** Models (`gpt-5.6*` is a prefix) that refuse tools on chat completions; such chats go to /responses. */
  tools_by_responses: z.array(z.string().min(1).max(300)).max(1000).default([]),
});
export type FileProvider = z.output<typeof FileProvider>;

/** The contents of the file GATEWAY_CONFIG. */
const ConfigFile = z.strictObject({
  providers: z.array(FileProvider).max(200).default([]),
  aliases: z.record(z.string().min(1).max(300), Alias).default({}),
  prices: z.record(z.string(), Price).default({}),
});
export type ConfigFile = z.output<typeof ConfigFile>;

/** A configuration that cannot be used; the message names file, line and reason. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** A parsed configuration file with the positions of its parts. */
export interface ReadConfig {
  file: ConfigFile;
  /** An error at `path`, with file and line. */
  fault(path: PropertyKey[], reason: string): ConfigError;
}

/** The configuration without a file: empty. */
export const NO_FILE: ReadConfig = {
  file: ConfigFile.parse({}),
  fault: (path, reason) => new ConfigError(`GATEWAY_CONFIG: ${path.join(".")}: ${reason}`),
};

/** Parses a configuration in YAML or JSON. @throws {ConfigError} for the first error. */
export function parseConfigFile(text: string, file: string): ReadConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true });
  const [fault] = document.errors;
  if (fault) {
    throw new ConfigError(`${file}, line ${fault.linePos?.[0].line ?? 1}: ${fault.message.split("\n")[0]}`);
  }
  const contents = document.toJS({ maxAliasCount: 100 });
  // A file may be empty while being written; accepting that would remove all providers.
  if (contents === null || contents === undefined) {
    throw new ConfigError(`${file}, line 1: the file is empty; write {} if that is intended`);
  }
  const faultAt = (path: PropertyKey[], reason: string) =>
    new ConfigError(`${file}, line ${lineOf(path)}: ${path.join(".") || "file"}: ${reason}`);
  const parsed = ConfigFile.safeParse(contents);
  if (parsed.success) return { file: parsed.data, fault: faultAt };
  const [issue] = parsed.error.issues;
  throw faultAt(issue?.path ?? [], issue ? settingFault(issue) : "is invalid");

  /** The line of the longest prefix of `path` that exists in the file. */
  function lineOf(path: PropertyKey[]): number {
    for (let depth = path.length; depth > 0; depth--) {
      const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
      const pair = isMap(parent) ? parent.items.find(({ key }) => isNamed(key, path[depth - 1])) : undefined;
      const node = pair ? pair.key : document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  }
}

function isNamed(key: unknown, name: PropertyKey | undefined): boolean {
  return isScalar(key) && String(key.value) === String(name);
}

/** Test configurations from a file. */
import { readEnv } from "lib/env.ts";
import { openConfig } from "./config.ts";
import { GatewayProviderEnv } from "./provider_env.ts";

/** The settings `given` without any others. */
export function settings(given: Record<string, string>): GatewayProviderEnv {
  return readEnv(GatewayProviderEnv, (name) => given[name]);
}

/** The configuration of a temporary file with `text`, deleted on dispose. */
export async function fromText(text: string, given: Record<string, string> = {}) {
  const path = await Deno.makeTempFile({ suffix: ".yaml" });
  await Deno.writeTextFile(path, text);
  const remove = () => Deno.remove(path);
  try {
    const holder = await openConfig(settings({ ...given, GATEWAY_CONFIG: path }));
    return { holder, path, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

export const FILE = `
providers:
  - name: openai
    keys:
      - { key: sk-one, weight: 3 }
      - { id: second, key: sk-two }
    timeout_seconds: 30
  - name: house
    base_url: http://127.0.0.1:9/v1
    models: [allam-7b, gpt-4o]
    headers: { x-team: platform }
    prices:
      allam-7b: { input: 0.01, output: "0.02" }
aliases:
  fast: openai/gpt-4o-mini
  gpt-4o: [gpt-4o, house/gpt-4o]
`;

/** A test gateway whose callers may use a scripted provider's own endpoints. */
import { type Recorded, type ScriptedServer, serveScript } from "lib/testing.ts";
import type { Caller } from "../access/caller.ts";
import { type Gateway, startGateway, TEST_KEY, testCaller, testTarget } from "../calls/call_fixture.ts";
import type { CallDeps } from "../calls/call_endpoint.ts";
import type { Target } from "../providers/target.ts";

export interface Passing {
  gateway: Gateway;
  provider: ScriptedServer;
  /** URL of the provider's endpoints at the gateway. */
  url: string;
  /** Sends a request with the caller's key. */
  ask(path: string, options?: RequestInit): Promise<Response>;
  /** The last request that the provider received. */
  last(): Recorded | undefined;
}

export async function withProvider(
  script: (recorded: Recorded) => Response | Promise<Response>,
  test: (passing: Passing) => Promise<void>,
  { target: changes = {}, caller = {}, deps = {} }: {
    target?: Partial<Target>;
    caller?: Partial<Caller>;
    deps?: Partial<CallDeps>;
  } = {},
): Promise<void> {
  await using provider = serveScript((_request, recorded) => script(recorded));
  const target = testTarget(provider.url, { provider: "acme", ...changes });
  if (changes.wire && changes.wire !== "openai") target.baseUrl = new URL(provider.url);
  await using gateway = await startGateway({
    models: { "acme/*": [target], m: [{ ...target, model: "m" }] },
    caller: testCaller({ may_pass_through: true, ...caller }),
    deps,
  });
  const url = `${gateway.url}/acme`;
  await test({
    ...{ gateway, provider, url },
    ask: (path, options = {}) => {
      const headers = new Headers(options.headers);
      if (!headers.has("authorization")) headers.set("authorization", `Bearer ${TEST_KEY}`);
      return fetch(url + path, { ...options, headers });
    },
    last: () => provider.requests.at(-1),
  });
}

/** Options of a POST with JSON. */
export function posted(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

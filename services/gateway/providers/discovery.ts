import { z } from "zod";
import type { Logger } from "lib/telemetry/log.ts";
import type { ConfigHolder } from "./config.ts";
import { type ModelRecord, record } from "./model_record.ts";
import type { GatewayConfig } from "./routing.ts";
import type { Target } from "./target.ts";

const Listing = z.object({
  data: z.array(z.object({ id: z.string().max(300), created: z.number().optional() })),
});

const REFRESH_MS = 5 * 60_000;
const MAX_BYTES = 4 * 2 ** 20;
const MAX_MODELS = 5_000;

/** A model in a provider's list. */
interface Found {
  provider: Target;
  id: string;
  created: number;
}

/** Lists the providers' own models at the start and every five minutes. */
export interface Discovery {
  models(): ModelRecord[];
  refresh(): Promise<void>;
  close(): void;
}

/** Discovers the models of providers that accept any model. */
export function discovery({ config, log }: { config: ConfigHolder; log: Logger }): Discovery {
  let discovered: Found[] = [];
  let asked: GatewayConfig | undefined;
  const stopping = new AbortController();
  const refresh = async () => {
    const current = config.current();
    asked = current;
    const lists = await Promise.all(
      current.discoverable().map(async (target) => {
        try {
          return await listed(target, stopping.signal);
        } catch (error) {
          if (!stopping.signal.aborted) {
            log.warn("a provider does not list its models", {
              provider: target.provider,
              // Errors of `fetch` contain the URL and a useless stack.
              reason: error instanceof Error && !(error instanceof TypeError)
                ? error.message
                : "it cannot be reached",
            });
          }
          return discovered.filter(({ provider }) => provider.provider === target.provider);
        }
      }),
    );
    discovered = lists.flat();
  };
  const timer = setInterval(refresh, REFRESH_MS);
  Deno.unrefTimer(timer);
  void refresh();
  return {
    models() {
      const current = config.current();
      // A new configuration may have other providers.
      if (current !== asked) void refresh();
      const known = new Set(current.discoverable().map(({ provider }) => provider));
      return discovered.filter(({ provider }) => known.has(provider.provider)).map((model) =>
        recordOf(current, model)
      );
    },
    refresh,
    close() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}

/** Built for each list, since prices may change. */
function recordOf(config: GatewayConfig, { provider, id, created }: Found): ModelRecord {
  const [known] = config.resolve(`${provider.provider}/${id}`);
  return { ...record(known ?? { ...provider, model: id }), created };
}

async function listed(target: Target, stopping: AbortSignal): Promise<Found[]> {
  const address = `${target.baseUrl.href.replace(/\/$/, "")}/models`;
  const secret = target.keys[0]?.secret;
  const response = await fetch(address, {
    headers: { ...target.headers, ...secret ? { authorization: `Bearer ${secret}` } : {} },
    // Following a redirect would send the key to another host.
    redirect: "manual",
    ...target.client ? { client: target.client } : {},
    signal: AbortSignal.any([stopping, AbortSignal.timeout(10_000)]),
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`GET /models answered ${response.status}`);
  }
  const { data } = Listing.parse(JSON.parse(await textWithin(response.body, MAX_BYTES)));
  return data.slice(0, MAX_MODELS).map(({ id, created = 0 }) => ({
    provider: target,
    id,
    created: Math.floor(created),
  }));
}

async function textWithin(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxBytes) throw new Error(`the list is larger than ${maxBytes} bytes`);
  }
  return text + decoder.decode();
}

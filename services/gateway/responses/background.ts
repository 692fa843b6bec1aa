/** Background responses: queued, run by a worker, and readable while they stream. */
import type { JobQueue } from "lib/jobs/jobs.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { uuidv7 } from "lib/ids.ts";
import type { JsonObject } from "lib/json_object.ts";
import type { PutOff, Putting } from "../calls/put_off.ts";
import { invalidRequest, rateLimitExceeded } from "../errors.ts";
import { storableCaller } from "../batches/batch_caller.ts";
import { textOf } from "../wires/http.ts";
import type { BackgroundStore } from "./background_store.ts";
import { replay } from "./background_stream.ts";
import type { Bell } from "./bell.ts";
import { inputItems, keptItem } from "./input_items.ts";
import { begunResponse } from "./response_object.ts";

export interface Background {
  /** Queues a request with `background`. */
  putOff(asked: Putting): Promise<PutOff>;
  /** Cancels a response that has not ended; undefined when there is no such background response. */
  cancel(id: string, tenant: string): Promise<JsonObject | undefined>;
  /** Events after number `after`, including future ones; undefined when the response is not streamed. */
  events(id: string, tenant: string, after: number): Promise<ReadableStream<Uint8Array> | undefined>;
}

export interface BackgroundDeps {
  store: BackgroundStore;
  queue: Pick<JobQueue, "add">;
  bell: Bell;
  /** Aborted at shutdown, to end event streams. */
  signal: AbortSignal;
  log: Pick<Logger, "warn">;
}

const MOST_OPEN = { count: 1_000, bytes: 100 * 2 ** 20 };
const RETRY_SECONDS = 60;

export function createBackground({ store, queue, bell, signal, log }: BackgroundDeps): Background {
  const stream = (id: string, after: number) => replay({ store, bell, id, after, signal });
  return {
    async putOff({ data, sent, caller, ip, requestId, trace }) {
      const { tenant_id } = caller;
      // The id names no provider, which is not known yet.
      const id = `resp_${uuidv7().replaceAll("-", "")}`;
      const response = { ...begunResponse(data, id), status: "queued" };
      const inserted = await store.insert({
        ...{ id, tenant_id, ip, request: sent(), request_id: requestId, streamed: data.stream === true },
        caller: storableCaller(caller),
        trace,
        previous_id: textOf(data.previous_response_id) || null,
        input: inputItems(data.input).map(keptItem),
        response,
      }, MOST_OPEN);
      if (!inserted) {
        const message =
          `This key has ${MOST_OPEN.count} responses, or 100 MB, waiting in the background: try again when some have ended`;
        throw rateLimitExceeded(message, RETRY_SECONDS);
      }
      // Only a delay: the sweep adds a missing job later.
      await queue.add([{ id, claims: 0 }]).catch((error) => {
        log.warn("a response could not be queued; the sweep will start it", { response: id, error });
      });
      return data.stream === true ? { events: stream(id, -1) } : { answer: response };
    },
    async cancel(id, tenant) {
      const response = await store.cancel(id, tenant);
      bell.ring(id);
      return response;
    },
    async events(id, tenant, after) {
      const state = await store.state(id);
      if (state?.tenant_id !== tenant || !state.streamed) return undefined;
      return stream(id, after);
    },
  };
}

/** @throws GatewayError 400 for `background` without `store`: such a response could not be read. */
export function refuseUnkept({ store }: JsonObject): void {
  if (store !== false) return;
  throw invalidRequest(
    400,
    "'background' requires 'store': without it the response could not be read later",
    {
      param: "store",
      code: "unsupported_value",
    },
  );
}

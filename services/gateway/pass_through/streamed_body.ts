/** A body that is forwarded as it arrives, so that it is never in memory as a whole. */
import { inTime } from "lib/http/slow_body.ts";

export interface StreamedBody {
  /** Content-Length of the request. */
  length: number;
  /** The pieces, readable once. `watch` learns whether the provider or the client is waited for. */
  pieces(watch: Watch): AsyncGenerator<Uint8Array>;
  /** The client's failure, if it disconnected or was too slow. */
  readonly failure: unknown;
}

export interface Watch {
  /** The provider must read the next piece, or answer. */
  readerWaited(): void;
  senderWaited(): void;
}

/** Wraps `body`, with the minimum upload speed of all bodies. */
export function streamedBody(body: ReadableStream<Uint8Array>, length: number): StreamedBody {
  let failure: unknown;
  const reader = inTime(body).getReader();
  return {
    length,
    get failure() {
      return failure;
    },
    async *pieces({ readerWaited, senderWaited }) {
      try {
        for (;;) {
          senderWaited();
          const { done, value } = await reader.read();
          readerWaited();
          if (done) return;
          yield value;
        }
      } catch (error) {
        throw failure = error;
      } finally {
        reader.cancel().catch(() => {});
      }
    },
  };
}

/** A body that is forwarded while it arrives, so that it is never held in memory as a whole. */
import { inTime } from "lib/http/slow_body.ts";

export interface StreamedBody {
  /** Bytes, as its sender says. */
  length: number;
  /** Its pieces, once. `watch` is told when its reader is waited for, and when its sender is. */
  pieces(watch: Watch): AsyncGenerator<Uint8Array>;
  /** The failure of its sender, who broke off or was too slow. */
  readonly failure: unknown;
}

export interface Watch {
  /** The reader is to take a piece, or to answer. */
  readerWaited(): void;
  senderWaited(): void;
}

/** `body`, whose sender keeps the pace of all bodies. */
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

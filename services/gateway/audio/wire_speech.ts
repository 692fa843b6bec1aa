/** Speech from providers with another protocol, which answer only once the whole text is synthesized. */
import type { AnswerBody, Bytes } from "lib/http/http_client.ts";
import { Buffer } from "node:buffer";
import { type Answers, type Asked, type Attempt, type Providers, translated } from "../calls/answer.ts";
import { typedEvent } from "../streams/typed_events.ts";
import { usageOf } from "../usage.ts";
import { unsupportedByProvider } from "../wires/cannot.ts";
import type { Speech } from "../wires/wire.ts";

export const SPEECH_BY_WIRE: Answers = {
  whole: async (providers, asked, attempt) => (await synthesized(providers, asked, attempt)).bytes,
  async streamed(providers, asked, attempt) {
    const { bytes, contentType, usage } = await synthesized(providers, asked, attempt);
    if (asked.data.stream_format !== "sse") {
      return { passed: bodyOf(bytes), contentType, usage: usageOf(usage) };
    }
    const events = (async function* () {
      yield typedEvent({ type: "speech.audio.delta", audio: Buffer.from(bytes).toString("base64") });
      yield typedEvent({ type: "speech.audio.done", ...usage ? { usage } : {} });
    })();
    return { events, abort() {} };
  },
};

function synthesized({ wireOf }: Providers, { data }: Asked, attempt: Attempt): Promise<Speech> {
  const { target, signal } = attempt;
  const synthesize = wireOf(target.wire)?.synthesize;
  if (!synthesize) throw unsupportedByProvider(attempt, "model", "speak");
  return translated(() => synthesize(data, attempt), target, signal);
}

/** Bytes as the body of an answer. */
function bodyOf(bytes: Bytes): AnswerBody {
  let rest: Bytes | null = bytes;
  return {
    read() {
      const now = rest;
      rest = null;
      return Promise.resolve(now);
    },
    cancel() {
      rest = null;
    },
  };
}

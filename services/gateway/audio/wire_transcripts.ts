/** Transcripts from providers with another protocol, which answer only once the whole file is transcribed. */
import type { JsonObject } from "lib/json_object.ts";
import { type Answers, type Asked, type Attempt, type Providers, translated } from "../calls/answer.ts";
import { typedEvent } from "../streams/typed_events.ts";
import { unsupportedByProvider } from "../wires/cannot.ts";
import { textOf } from "../wires/http.ts";

// These providers report no times, speakers or probabilities.
const FORMATS = ["json", "text"];
const FIELDS = ["include", "known_speaker_names", "known_speaker_references"];

export function transcriptsByWire(inEnglish: boolean): Answers {
  return {
    whole: async (providers, asked, attempt) =>
      new TextEncoder().encode(JSON.stringify(await transcribed(providers, asked, attempt, inEnglish))),
    async streamed(providers, asked, attempt) {
      const answer = await transcribed(providers, asked, attempt, inEnglish);
      const text = textOf(answer.text);
      const events = (async function* () {
        yield typedEvent({ type: "transcript.text.delta", delta: text }, [{ text, of: "transcript" }]);
        yield typedEvent({ ...answer, type: "transcript.text.done", text });
      })();
      return { events, abort() {} };
    },
  };
}

async function transcribed(
  { wireOf }: Providers,
  { data, form }: Asked,
  attempt: Attempt,
  inEnglish: boolean,
): Promise<JsonObject> {
  const { target, signal } = attempt;
  const transcribe = wireOf(target.wire)?.transcribe;
  const file = form?.files.find(({ name }) => name === "file");
  if (!transcribe || !file) throw unsupportedByProvider(attempt, "model", "transcribe audio");
  const format = data.response_format;
  if (format !== undefined && !FORMATS.includes(textOf(format))) {
    throw unsupportedByProvider(attempt, "response_format", `answer in the format ${String(format)}`);
  }
  const field = FIELDS.find((name) => data[name] !== undefined);
  if (field) throw unsupportedByProvider(attempt, field, `answer with '${field}'`);
  return await translated(() => transcribe({ data, file, inEnglish }, attempt), target, signal);
}

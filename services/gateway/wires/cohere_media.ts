/** Transcripts from Cohere. */
import type { JsonObject } from "lib/json_object.ts";
import { unsupportedByProvider } from "./cannot.ts";
import { sendForJson, textOf } from "./http.ts";
import { soundType, wholeFile } from "./sound.ts";
import type { TranscriptionRequest, WireContext } from "./wire.ts";

// https://docs.cohere.com/reference/create-audio-transcription
const MOST_SOUND_BYTES = 25 * 2 ** 20;

export async function transcribe(
  { data, file }: TranscriptionRequest,
  context: WireContext,
): Promise<JsonObject> {
  const { target, key } = context;
  const language = textOf(data.language);
  if (language === "") {
    throw unsupportedByProvider(context, "language", "transcribe audio without 'language'");
  }
  const sound = await wholeFile(file, MOST_SOUND_BYTES, context);
  const body = new FormData();
  // Cohere parses the form as a stream, so the file must be last.
  body.set("model", target.model);
  body.set("language", language);
  if (textOf(data.temperature)) body.set("temperature", textOf(data.temperature));
  body.set("file", new File([sound], file.filename || "sound", { type: soundType(file) }));
  const answer = await sendForJson({
    url: `${target.baseUrl.href.replace(/\/$/, "")}/v2/audio/transcriptions`,
    headers: { authorization: `Bearer ${key.secret}` },
    body,
  }, context);
  return { text: textOf(answer.text) };
}

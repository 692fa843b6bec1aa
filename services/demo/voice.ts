/** Transcripts of recordings, if a speech provider is configured. */
import { z } from "zod";
import type { Client, Place } from "./client.ts";
import { OMAR, SALEM } from "./people.ts";

const at = (path: string): Place => ["voice", `/api/v1${path}`];
const Health = z.object({
  dependencies: z.object({ speech_to_text: z.object({ status: z.string(), detail: z.string().optional() }) }),
});
const Listed = z.object({ transcriptions: z.array(z.object({ filename: z.string().nullable() })) });

const RECORDINGS = [
  { fixture: "english.wav", name: "Site visit.wav", by: OMAR },
  { fixture: "arabic.opus", name: "ملاحظة صوتية.opus", by: SALEM },
  { fixture: "two_utterances.flac", name: "Handover.flac", by: OMAR },
];

/** Fills voice; without a speech provider it names the missing setting. */
export async function voice(client: Client): Promise<string> {
  const { dependencies: { speech_to_text: ear } } = await client.get(Health, at("/health"));
  if (ear.status !== "ok") return `nothing can hear the recordings yet: ${ear.detail ?? ear.status}`;
  const { transcriptions } = await client.get(Listed, at("/transcriptions?page_size=100"));
  const absent = RECORDINGS.filter(({ name }) => !transcriptions.some(({ filename }) => filename === name));
  for (const { fixture, name, by } of absent) {
    const bytes = await Deno.readFile(new URL(`../voice/fixtures/${fixture}`, import.meta.url));
    const form = new FormData();
    form.append("file", new File([bytes], name));
    await client.send("POST", at("/transcribe"), { as: by, form });
  }
  return `${RECORDINGS.length} recordings (${absent.length} new)`;
}

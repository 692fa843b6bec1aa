/** Ready transcripts, and transcripts of recordings if a speech provider is configured. */
import { z } from "zod";
import type { Client, Person, Place } from "./client.ts";
import { OMAR, SALEM } from "./people.ts";
import { BROUGHT } from "./transcripts.ts";

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

/** Fills voice. Without a speech provider it names the setting that recordings need. */
export async function voice(client: Client): Promise<string> {
  const { transcriptions } = await client.get(Listed, at("/transcriptions?page_size=100"));
  const isNew = ({ name }: { name: string }) => !transcriptions.some(({ filename }) => filename === name);
  const brought = BROUGHT.filter(isNew);
  for (const { name, by, content } of brought) {
    await send(client, "/transcriptions", { by, file: new File([content], name) });
  }
  const transcripts = `${BROUGHT.length} transcripts (${brought.length} new)`;
  const { dependencies: { speech_to_text: ear } } = await client.get(Health, at("/health"));
  if (ear.status !== "ok") {
    return `${transcripts}; no recordings, since speech to text is not set up (deno task doctor names the settings)`;
  }
  const recordings = RECORDINGS.filter(isNew);
  for (const { fixture, name, by } of recordings) {
    const bytes = await Deno.readFile(new URL(`../voice/fixtures/${fixture}`, import.meta.url));
    await send(client, "/transcribe", { by, file: new File([bytes], name) });
  }
  return `${transcripts}, ${RECORDINGS.length} recordings (${recordings.length} new)`;
}

async function send(client: Client, path: string, { by, file }: { by: Person; file: File }): Promise<void> {
  const form = new FormData();
  form.append("file", file);
  await client.send("POST", at(path), { as: by, form });
}

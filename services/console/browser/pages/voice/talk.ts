/** One turn of a voice chat: what was said goes out as a recording, the answer comes word by word. */
import { send } from "../../api.ts";
import { dataOf } from "../../events.ts";
import { API } from "./voice.ts";
import type { Spoken } from "./language.tsx";

export interface Turn {
  said: string;
  answer: string;
  state: "heard" | "answering" | "done" | "interrupted" | "failed";
  failure?: string;
  /** The spoken answer's address in this page. */
  audio?: string;
  conversation?: string;
}

interface Chunk {
  choices?: { delta?: { content?: string } }[];
  transcription?: string;
  conversation_id?: string;
  audio?: { content_type: string; data: string };
  error?: { message: string } | string;
}

export interface Asked {
  recording: Blob;
  language: Spoken;
  aloud: boolean;
  conversation: string | undefined;
  signal: AbortSignal;
}

/** Sends what was said; `show` is called with the turn as it grows. */
export async function sendSpeech(
  { recording, language, aloud, conversation, signal }: Asked,
  show: (turn: Turn) => void,
): Promise<Turn> {
  let turn: Turn = { said: "", answer: "", state: "heard" };
  const form = new FormData();
  form.set("file", recording, "said.wav");
  const more = `${language && `&language=${language}`}${
    conversation ? `&conversation_id=${conversation}` : ""
  }`;
  try {
    const path = `${API}/voice/chat?stream=true&speak=${aloud}${more}`;
    const response = await send(path, { method: "POST", body: form, signal });
    for await (const data of dataOf(response)) {
      turn = grown(turn, JSON.parse(data));
      show(turn);
    }
    turn = { ...turn, state: turn.failure ? "failed" : "done" };
  } catch (error) {
    turn = signal.aborted
      ? { ...turn, state: "interrupted" }
      : { ...turn, state: "failed", failure: error instanceof Error ? error.message : String(error) };
  }
  show(turn);
  return turn;
}

function grown(turn: Turn, chunk: Chunk): Turn {
  const { transcription, conversation_id, audio, error } = chunk;
  if (error) return { ...turn, failure: typeof error === "string" ? error : error.message };
  return {
    ...turn,
    state: "answering",
    said: transcription ?? turn.said,
    answer: turn.answer + (chunk.choices?.[0]?.delta?.content ?? ""),
    conversation: conversation_id ?? turn.conversation,
    audio: audio ? addressOf(audio) : turn.audio,
  };
}

function addressOf({ content_type, data }: { content_type: string; data: string }): string {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: content_type }));
}

/** The fields of the voice service's answers that the pages show. */
export const API = "/voice/api/v1";

interface Spoken {
  start: number;
  end: number;
  text: string;
}

export interface Segment extends Spoken {
  words?: Spoken[];
}

export interface Transcription {
  id: string;
  owner: string | null;
  text: string;
  language: string;
  duration: number;
  segments: Segment[];
  model: string;
  source: "file" | "stream" | "chat" | "import";
  filename: string | null;
  processing_ms: number;
  edited_by: string | null;
  edited_at: string | null;
  created_at: string;
}

/** Seconds as minutes and seconds, as players show them. */
export function timecode(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** What a model's name is worth here: an imported transcript may name none. */
export const modelOf = ({ source, model }: Pick<Transcription, "source" | "model">): string | undefined =>
  source === "import" && model === "imported" ? undefined : model;

/** The words of a sentence as they stand in it, with their times; undefined where those are not known. */
export function timedWords({ text, words }: Segment): Spoken[] | undefined {
  const shown = text.split(/\s+/).filter(Boolean);
  if (!words || words.length !== shown.length) return undefined;
  return words.map(({ start, end }, index) => ({ start, end, text: shown[index] ?? "" }));
}

/** The fields of the voice service's answers that the pages show. */
export const API = "/voice/api/v1";

export interface Transcription {
  id: string;
  owner: string | null;
  text: string;
  language: string;
  duration: number;
  segments: { start: number; end: number; text: string }[];
  model: string;
  source: "file" | "stream" | "chat";
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

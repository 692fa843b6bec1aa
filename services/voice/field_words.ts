import type { FieldWords } from "lib/service/field_words.ts";

/** Voice's own fields and parameters, for its OpenAPI document. */
export const WORDS: FieldWords = {
  filename: { description: "The file's name; null where the audio was no file", example: "meeting.m4a" },
  segments: "The parts of the text, each with its time",
  processing_ms: { description: "How long the transcription took, in milliseconds", example: 640 },
  end: { description: "End in seconds, counted like its start", example: 1.8 },
  duration: { description: "Seconds of audio", example: 1.8 },
  transcriptions: "The transcriptions of the page",
  total_transcriptions: { description: "Number of transcriptions", example: 2 },
  total_duration_seconds: { description: "Total seconds of audio", example: 90.5 },
  average_duration_seconds: {
    description: "Mean seconds of audio per transcription",
    example: 45.25,
  },
  by_model: "Transcriptions by model",
  duration_seconds: { description: "Seconds of their audio", example: 90.5 },
  by_source: "How many transcriptions came in each way",
  average_processing_ms: "Milliseconds that a transcription took, on average; null: there is none",
  format: { description: "The audio format", example: "mp3" },
  content_type: { description: "The media type of the audio", example: "audio/mpeg" },
  conversations: "The conversations of the page",
  turns_count: { description: "Number of turns", example: 1 },
  transcription_id: {
    description: "The transcription of the question",
    example: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a11",
  },
  conversation_id: { description: "The conversation", example: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a22" },
  token: { description: "The JWT", example: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl" },
};

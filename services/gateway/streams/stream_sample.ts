import { Buffer } from "node:buffer";
import { streamedTokens } from "./estimate.ts";
import { completionText } from "./message_texts.ts";
import { parseEvent } from "./stream_event.ts";

const SAMPLE_BYTES = 32 * 1024;
const DELTA = '"delta"';

/** Estimates the amount of text in a stream without reported usage. */
export interface StreamSample {
  add(bytes: Buffer): void;
  tokens(): number;
}

/** Samples the start of a stream for its text per chunk, and only counts the chunks of the rest. */
export function createSample(): StreamSample {
  const sampled: Buffer[] = [];
  let sampledBytes = 0;
  let bytes = 0;
  let laterChunks = 0;
  return {
    add(block) {
      bytes += block.length;
      if (sampledBytes >= SAMPLE_BYTES) {
        laterChunks += occurrences(block.toString("latin1"), DELTA);
        return;
      }
      sampled.push(block);
      sampledBytes += block.length;
    },
    tokens() {
      const events = Buffer.concat(sampled).toString().split(/\r?\n\r?\n/);
      const texts = events.map((event) => completionText(parseEvent(event))).filter((text) => text !== "");
      const textBytes = sampledBytes === 0 ? 0 : Buffer.byteLength(texts.join("")) * (bytes / sampledBytes);
      return streamedTokens(textBytes, texts.length + laterChunks);
    },
  };
}

function occurrences(block: string, needle: string): number {
  let count = 0;
  for (let at = block.indexOf(needle); at >= 0; at = block.indexOf(needle, at + needle.length)) count += 1;
  return count;
}

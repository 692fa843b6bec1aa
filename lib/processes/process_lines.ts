/** Reads another process's output in lines. */

// A longer line is passed on in pieces.
const LONGEST = 2 ** 20;

/** The text of `stream` in chunks of whole lines; the last line gets a line feed, too. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    rest += text;
    const end = rest.lastIndexOf("\n") + 1;
    if (end === 0 && rest.length < LONGEST) continue;
    yield end > 0 ? rest.slice(0, end) : `${rest}\n`;
    rest = end > 0 ? rest.slice(end) : "";
  }
  if (rest) yield `${rest}\n`;
}

/** The lines that another process writes. */

// A line that is longer is handed on in pieces.
const LONGEST = 2 ** 20;

/** The text of `stream` as it comes, in whole lines, one or more at a time; the last one gets a line feed, too. */
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

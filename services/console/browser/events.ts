/** Server-Sent Events in the answer to any request; the browser's own kind can only GET. */

/** The data of each event until the stream ends, without the mark `[DONE]`. */
export async function* dataOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = (rest + read.value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const lines = event.split("\n").filter((line) => line.startsWith("data: "));
      const data = lines.map((line) => line.slice(6)).join("\n");
      if (data && data !== "[DONE]") yield data;
    }
  }
}

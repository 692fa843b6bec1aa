export const BODY = { model: "m", stream: true, messages: [{ role: "user", content: "Hello" }] };
export const WORD = `data: {"choices":[{"index":0,"delta":{"content":"مرحبا you"},"x":1}]}\n\n`;
export const STOP = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`;
export const USAGE =
  `data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}}\n\n`;
export const DONE = "data: [DONE]\n\n";

export interface Script {
  /** Parts to write, with a pause before each. */
  parts: (string | Uint8Array)[];
  pauseMs?: number;
  /** The end after the last part: clean, a broken connection, or none. */
  then: "end" | "break" | "hang";
}

/** A provider that writes raw HTTP, so that it can break anywhere. */
export function rawProvider({ parts, pauseMs = 5, then }: Script) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const encoder = new TextEncoder();
  const seen = { bodies: [] as string[], closed: Promise.withResolvers<void>() };
  const open = new Set<Deno.Conn>();
  const serve = async (connection: Deno.Conn) => {
    open.add(connection);
    const buffer = new Uint8Array(65_536);
    try {
      const read = await connection.read(buffer);
      seen.bodies.push(new TextDecoder().decode(buffer.subarray(0, read ?? 0)).split("\r\n\r\n")[1] ?? "");
      const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
      await connection.write(encoder.encode(head));
      for (const part of parts) {
        const bytes = typeof part === "string" ? encoder.encode(part) : part;
        await connection.write(encoder.encode(`${bytes.length.toString(16)}\r\n`));
        await connection.write(bytes);
        await connection.write(encoder.encode("\r\n"));
        await new Promise((wake) => setTimeout(wake, pauseMs));
      }
      if (then === "end") await connection.write(encoder.encode("0\r\n\r\n"));
      if (then !== "break") { while (await connection.read(buffer) !== null); }
    } catch {
      // The gateway disconnected, as some tests expect.
    }
    seen.closed.resolve();
    if (open.delete(connection)) connection.close();
  };
  const serving = (async () => {
    for await (const connection of listener) serve(connection);
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    ...seen,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
      for (const connection of open) if (open.delete(connection)) connection.close();
    },
  };
}

export const SHORT = `data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n`;

// Long enough that a guard releases it.
export const SENTENCE = `data: {"choices":[{"index":0,"delta":{"content":"${"word ".repeat(20)}."}}]}\n\n`;

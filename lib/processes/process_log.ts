/** For tests: reads the log of a process with one service. */
/** A process with one service, observed through its log. */
export interface Logged {
  /** Its service's address, once that is ready; rejects when the process ends before. */
  url: Promise<string>;
  /** Resolves at the end of the log. */
  ended: Promise<void>;
  /** Resolves when the log has an entry with this message; rejects when it ends without one. */
  says(message: string): Promise<void>;
}

/** Reads the log of a process that was started with port 0 and LOG_LEVEL info, which is its standard output. */
export function readLog(output: ReadableStream<Uint8Array>): Logged {
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  const messages = new Map<string, PromiseWithResolvers<void>>();
  const entryWith = (message: string) => {
    const known = messages.get(message) ?? Promise.withResolvers<void>();
    messages.set(message, known);
    return known;
  };
  const read = async () => {
    let rest = "";
    let address = "";
    for await (const piece of output.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter(Boolean)) {
        const entry = JSON.parse(line);
        entryWith(entry.message).resolve();
        if (entry.message === "listening") address = entry.url;
        if (entry.message === "all services are ready") resolve(address);
      }
    }
  };
  const ended = read();
  ended.then(() => reject(new Error("the service did not start")), reject);
  const says = (message: string) => {
    const entry = entryWith(message);
    ended.then(() => entry.reject(new Error(`the log ended without: ${message}`)), entry.reject);
    return entry.promise;
  };
  // Callers that await the address see the failure; for others it must not count as unhandled.
  url.catch(() => {});
  return { url, ended, says };
}

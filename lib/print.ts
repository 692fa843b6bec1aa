/** Prints `text` and a line break to `to` (standard output by default), whole even if a pipe takes only a part. */
export function print(text: string, to: { writeSync(bytes: Uint8Array): number } = Deno.stdout): void {
  const bytes = new TextEncoder().encode(text.endsWith("\n") ? text : `${text}\n`);
  for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
}

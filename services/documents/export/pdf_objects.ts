/**
 * Writes the objects of a PDF file (ISO 32000-1, 7.5) sequentially, followed by the cross-reference table.
 */
export interface PdfObjects {
  header(): Uint8Array;
  /** Reserves an object number, so that it can be referenced before the object is written. */
  number(): number;
  object(number: number, body: string): Uint8Array;
  /** A stream object; `dictionary` without `/Length`, which is added. */
  stream(number: number, dictionary: string, data: Uint8Array): Generator<Uint8Array>;
  /** The trailer with the catalogue `root` and the file identifier `id` in hexadecimal. */
  trailer(root: number, id: string): Uint8Array;
}

export function pdfObjects(): PdfObjects {
  const encoder = new TextEncoder();
  const offsets = new Map<number, number>();
  let at = 0;
  let next = 1;

  function bytes(text: string | Uint8Array): Uint8Array {
    const part = typeof text === "string" ? encoder.encode(text) : text;
    at += part.length;
    return part;
  }

  return {
    header: () => bytes("%PDF-1.7\n%\u00e2\u00e3\n"),
    number: () => next++,
    object(number, body) {
      offsets.set(number, at);
      return bytes(`${number} 0 obj\n${body}\nendobj\n`);
    },
    *stream(number, dictionary, data) {
      offsets.set(number, at);
      yield bytes(`${number} 0 obj\n<<${dictionary} /Length ${data.length}>>\nstream\n`);
      yield bytes(data);
      yield bytes("\nendstream\nendobj\n");
    },
    trailer(root, id) {
      const start = at;
      const rows = Array.from(
        { length: next - 1 },
        (_, i) => `${String(offsets.get(i + 1) ?? 0).padStart(10, "0")} 00000 n \n`,
      );
      return bytes(
        `xref\n0 ${next}\n0000000000 65535 f \n${rows.join("")}` +
          `trailer\n<</Size ${next} /Root ${root} 0 R /ID [<${id}> <${id}>]>>\nstartxref\n${start}\n%%EOF\n`,
      );
    },
  };
}

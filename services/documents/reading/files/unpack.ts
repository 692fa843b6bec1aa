import { joined } from "lib/bytes.ts";
import { Unzip, UnzipInflate } from "fflate";
import { MAX_UNPACKED_BYTES, Unreadable } from "./bounds.ts";

const CHUNK = 16 * 1024;

/** Unpacks wanted entries of a zip; throws above 64 MB of output, against zip bombs. */
export function unpack(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    if (!wanted(file.name)) return;
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, final) => {
      if (error instanceof Unreadable) throw error;
      if (error) throw new Unreadable("The document is damaged and cannot be unpacked", { cause: error });
      unpacked += chunk.length;
      if (unpacked > MAX_UNPACKED_BYTES) throw new Unreadable("The document unpacks to more than 64 MB");
      chunks.push(chunk);
      if (final) files.set(file.name, joined(chunks));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      unzip.push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length);
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable("The document is damaged and cannot be unpacked", { cause: error });
  }
  return files;
}

/** Recordings for tests, made with espeak-ng, sox and ffmpeg (see the README). */

export async function fixture(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return await Deno.readFile(new URL(`../fixtures/${name}`, import.meta.url));
}

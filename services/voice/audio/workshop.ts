/**
 * Reads untrusted files in workers without permissions and with a timeout, so that a malicious file costs its
 * sender an error and does not affect streams and other requests.
 */
import type { AudioFile } from "./cut.ts";
import { cutFile, type FilePlan, type PartLimits, planFile, samplesOfFile } from "./plan.ts";
import { NotAudio } from "./probe.ts";

/** The work that can be done with a file's bytes. */
export interface AudioWorkshop {
  plan(bytes: Uint8Array<ArrayBuffer>, limits: PartLimits, signal?: AbortSignal): Promise<FilePlan>;
  cut(
    bytes: Uint8Array<ArrayBuffer>,
    range: { from: number; to: number },
    signal?: AbortSignal,
  ): Promise<AudioFile>;
  samples(bytes: Uint8Array<ArrayBuffer>, rate: number, signal?: AbortSignal): Promise<Int16Array>;
  close(): void;
}

/** A request to a worker. */
export type AudioWork =
  | { work: "plan"; bytes: Uint8Array<ArrayBuffer>; limits: PartLimits }
  | { work: "cut"; bytes: Uint8Array<ArrayBuffer>; from: number; to: number }
  | { work: "samples"; bytes: Uint8Array<ArrayBuffer>; rate: number };

/** Its answer. */
export type AudioResult =
  | { plan: FilePlan }
  | { file: AudioFile }
  | { samples: Int16Array }
  | { refused: string }
  | {
    failed: string;
  };

/** Does the work on this thread. */
export async function doWork(work: AudioWork): Promise<AudioResult> {
  try {
    if (work.work === "plan") return { plan: await planFile(work.bytes, work.limits) };
    if (work.work === "cut") return { file: await cutFile(work.bytes, work) };
    return { samples: await samplesOfFile(work.bytes, work.rate) };
  } catch (error) {
    if (error instanceof NotAudio) return { refused: error.message };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/** A workshop whose work `perform` does. */
export function workshop(
  perform: (work: AudioWork, signal?: AbortSignal) => Promise<AudioResult>,
  close: () => void = () => {},
): AudioWorkshop {
  const ask = async (work: AudioWork, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const done = await perform(work, signal);
    if ("refused" in done) throw new NotAudio(done.refused);
    if ("failed" in done) throw new Error(`Reading a file failed: ${done.failed}`);
    return done;
  };
  const mixedUp = () => new Error("A worker answered another question");
  return {
    async plan(bytes, limits, signal) {
      const done = await ask({ work: "plan", bytes, limits }, signal);
      if (!("plan" in done)) throw mixedUp();
      return done.plan;
    },
    async cut(bytes, range, signal) {
      const done = await ask({ work: "cut", bytes, ...range }, signal);
      if (!("file" in done)) throw mixedUp();
      return done.file;
    },
    async samples(bytes, rate, signal) {
      const done = await ask({ work: "samples", bytes, rate }, signal);
      if (!("samples" in done)) throw mixedUp();
      return done.samples;
    },
    close,
  };
}

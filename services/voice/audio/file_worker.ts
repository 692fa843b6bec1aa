/// <reference lib="deno.worker" />
import { doWork, type Work } from "./workshop.ts";

self.onmessage = async ({ data }: MessageEvent<Work>) => {
  self.postMessage(await doWork(data));
};

/** The microphone as samples, for what listens while somebody speaks. */
import { boot } from "../../boot.ts";
import { SAMPLE_RATE } from "./samples.ts";

export interface Microphone {
  close(): void;
}

/**
 * Opens the microphone; `hear` gets every 20 ms of it, 16 bit at 16 kHz, with its loudness from 0 to 1. Must come
 * of a click.
 */
export async function openMicrophone(
  hear: (samples: Int16Array<ArrayBuffer>, loudness: number) => void,
): Promise<Microphone> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  // The context converts from whatever rate the device has.
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== "closed") void context.close();
  };
  try {
    await context.audioWorklet.addModule(boot.files.microphone);
  } catch (error) {
    close();
    throw error;
  }
  const node = new AudioWorkletNode(context, "pieces", { numberOfOutputs: 0 });
  node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const samples = new Int16Array(data);
    hear(samples, loudnessOf(samples));
  };
  context.createMediaStreamSource(stream).connect(node);
  return { close };
}

function loudnessOf(samples: Int16Array): number {
  const power = samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length;
  return Math.sqrt(power);
}

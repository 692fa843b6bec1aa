/** Cuts a stream of samples into utterances. */
import { hasSpeech, quietestPoint } from "../audio/silence.ts";
import { frameBuffer, type Utterance } from "./frames.ts";
import { voiceActivity } from "./voice_activity.ts";

export interface CutterOptions {
  sampleRate: number;
  /** Quiet that ends an utterance; 0: only a flush or the longest length does. */
  endpointingMs: number;
  mostSeconds: number;
}

export interface UtteranceCutter {
  /** Takes samples; answers the utterances that ended in them. */
  hear(samples: Int16Array): Utterance[];
  /** Ends what is being said, if anything is. */
  flush(): Utterance[];
  /** The samples so far of an utterance that has not ended. */
  current(): Utterance | undefined;
  /** Bytes held. */
  readonly heldBytes: number;
}

export function utteranceCutter(options: CutterOptions): UtteranceCutter {
  const cutter = frameCutter(options);
  const { frameLength } = cutter;
  let partial = new Int16Array(frameLength);
  let filled = 0;
  return {
    hear(samples) {
      const ended: Utterance[] = [];
      for (let at = 0; at < samples.length;) {
        const count = Math.min(frameLength - filled, samples.length - at);
        partial.set(samples.subarray(at, at + count), filled);
        filled += count;
        at += count;
        if (filled < frameLength) break;
        ended.push(...cutter.add(partial));
        partial = new Int16Array(frameLength);
        filled = 0;
      }
      return ended;
    },
    flush() {
      const ended = filled > 0 ? cutter.add(partial.slice(0, filled)) : [];
      filled = 0;
      return [...ended, ...cutter.end()];
    },
    current: cutter.current,
    get heldBytes() {
      return cutter.heldBytes;
    },
  };
}

// Padding before and after speech, since first and last sounds are soft.
const BEFORE_SECONDS = 0.3;
const AFTER_SECONDS = 0.2;
const ONSET_FRAMES = 3;

/** The same, frame by frame. */
function frameCutter({ sampleRate, endpointingMs, mostSeconds }: CutterOptions) {
  const frames = frameBuffer(sampleRate);
  const inFrames = (seconds: number) => Math.round(seconds / frames.frameSeconds);
  const quietFrames = endpointingMs > 0 ? Math.max(1, inFrames(endpointingMs / 1000)) : Infinity;
  let activity = voiceActivity();
  let loudRun = 0;
  let speaking = false;
  /** Frames up to the last loud one. */
  let spoken = 0;

  const keepLast = (seconds: number) => frames.drop(frames.count - inFrames(seconds));
  const take = (count: number): Utterance[] => {
    // A hum that starts suddenly looks like speech at first, but not as a whole.
    const taken = hasSpeech(frames.envelope(count)) ? [frames.utterance(count)] : [];
    frames.drop(count);
    spoken = Math.max(0, spoken - count);
    return taken;
  };
  const end = (): Utterance[] => {
    const taken = speaking ? take(Math.min(frames.count, spoken + inFrames(AFTER_SECONDS))) : [];
    speaking = false;
    loudRun = spoken = 0;
    return taken;
  };
  const cutAtQuietest = (): Utterance[] => {
    const { seconds } = frames;
    const point = quietestPoint(frames.envelope(frames.count), seconds * 0.8, seconds);
    return take(Math.max(1, inFrames(point)));
  };

  return {
    frameLength: frames.frameLength,
    add(samples: Int16Array): Utterance[] {
      const loud = activity.hear(frames.push(samples));
      loudRun = loud ? loudRun + 1 : 0;
      speaking ||= loudRun >= ONSET_FRAMES;
      if (loud) spoken = frames.count;
      if (!speaking) keepLast(BEFORE_SECONDS);
      else if (frames.count - spoken >= quietFrames) return end();
      else if (frames.count >= inFrames(mostSeconds)) return cutAtQuietest();
      return [];
    },
    end(): Utterance[] {
      const taken = end();
      frames.drop(frames.count);
      activity = voiceActivity();
      return taken;
    },
    current: () => speaking ? frames.utterance(frames.count) : undefined,
    get heldBytes() {
      return frames.count * frames.frameLength * 2;
    },
  };
}

/** The microphone: a recording as a file, and how loud it is meanwhile. */
const LOOK_MS = 100;
const TYPES = ["audio/webm;codecs=opus", "audio/mp4"];

export interface Recording {
  /** Ends it and gives what was recorded. */
  stop(): Promise<File>;
  /** Ends it and forgets it. */
  cancel(): void;
}

/** Whether the browser gives a microphone at this address. */
export function hasMicrophone(): boolean {
  return globalThis.isSecureContext && "mediaDevices" in navigator;
}

/** Begins to record; `onLevel` hears the loudness, 0 to 1, ten times a second. Must come of a click. */
export async function startRecording(onLevel: (level: number) => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const type = TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
  const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const meter = loudness(stream, onLevel);
  recorder.start(1_000);
  const end = () => {
    meter.close();
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    stop() {
      const { promise, resolve } = Promise.withResolvers<File>();
      recorder.onstop = () => {
        end();
        const ending = recorder.mimeType.includes("mp4") ? "m4a" : "webm";
        resolve(new File(parts, `recording.${ending}`, { type: recorder.mimeType }));
      };
      recorder.stop();
      return promise;
    },
    cancel() {
      recorder.onstop = null;
      recorder.stop();
      end();
    },
  };
}

function loudness(stream: MediaStream, onLevel: (level: number) => void): { close(): void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // Speech is seldom above a third of full scale.
    onLevel(Math.min(1, Math.sqrt(power) * 3));
  }, LOOK_MS);
  return {
    close() {
      clearInterval(timer);
      void context.close();
    },
  };
}

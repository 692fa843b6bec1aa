/** Joins the microphone's samples into pieces of 20 ms, as 16 bit numbers; runs in the browser's audio thread. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** 20 ms at 16 kHz. */
const PIECE = 320;

class Pieces extends AudioWorkletProcessor {
  #piece = new Int16Array(PIECE);
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.#piece[this.#filled++] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
      if (this.#filled === PIECE) {
        const { buffer } = this.#piece;
        this.port.postMessage(buffer, [buffer]);
        this.#piece = new Int16Array(PIECE);
        this.#filled = 0;
      }
    }
    return true;
  }
}

registerProcessor("pieces", Pieces);

export {};

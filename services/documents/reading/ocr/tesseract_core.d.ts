// Types for the used part of tesseract.js-core, which has none.

/** An address in the WebAssembly memory. */
export type Pointer = object;

export interface PageIterator {
  Begin(): void;
  Next(level: number): boolean;
  BoundingBox(level: number, left: Pointer, top: Pointer, right: Pointer, bottom: Pointer): boolean;
}

/** Iterates over the result in reading order. */
export interface ResultIterator extends PageIterator {
  Empty(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  GetUTF8Text(level: number): string;
  /** From 0 to 100. */
  Confidence(level: number): number;
}

export interface Numbers {
  i32(name: string): Pointer;
  /** The values by name; frees their memory. */
  get(): Record<string, number>;
}

/** An image in the WebAssembly memory: rows of `wpl` 32-bit words, the first pixel in the highest bits. */
export interface Pix {
  get_w(): number;
  get_h(): number;
  get_d(): number;
  get_wpl(): number;
  /** Address of the pixels. */
  get_data(): number;
}

export interface TessBaseAPI {
  /** Returns 0 on success. */
  Init(folder: string, language: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  /** Loads the image file at /input. */
  SetImageFile(orientation: number, angle: number): number;
  GetInputImage(): Pix;
  AnalyseLayout(): PageIterator;
  /** Returns 0 on success. */
  Recognize(monitor: null): number;
  GetIterator(): ResultIterator;
  Clear(): void;
}

export interface Tesseract {
  TessBaseAPI: { new (): TessBaseAPI };
  FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
  pointerHelper: { new (): Numbers };
  NULL: object;
  compare(a: object, b: object): boolean;
  destroy(thing: object): void;
}

export interface TesseractOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  print(line: string): void;
  printErr(line: string): void;
}

export default function openTesseract(options: TesseractOptions): Promise<Tesseract>;

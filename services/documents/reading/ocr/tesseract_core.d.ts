// The part of the recogniser that is used here: its package has no types of its own.

/** A number in the recogniser's memory. */
export type Pointer = object;

export interface PageIterator {
  Begin(): void;
  Next(level: number): boolean;
  BoundingBox(level: number, left: Pointer, top: Pointer, right: Pointer, bottom: Pointer): boolean;
}

/** Goes through what was read, in the order of reading. */
export interface ResultIterator extends PageIterator {
  Empty(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  GetUTF8Text(level: number): string;
  /** From 0 to 100. */
  Confidence(level: number): number;
}

export interface Numbers {
  i32(name: string): Pointer;
  /** The numbers by their names; their memory is given back. */
  get(): Record<string, number>;
}

/** A picture in the recogniser's memory: rows of `wpl` words of 32 bits, the first pixel in the highest bits. */
export interface Pix {
  get_w(): number;
  get_h(): number;
  get_d(): number;
  get_wpl(): number;
  /** Where the pixels begin. */
  get_data(): number;
}

export interface TessBaseAPI {
  /** 0 where the model was taken. */
  Init(folder: string, language: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  /** Takes the picture that lies at /input. */
  SetImageFile(orientation: number, angle: number): number;
  GetInputImage(): Pix;
  AnalyseLayout(): PageIterator;
  /** 0 where the picture was read. */
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

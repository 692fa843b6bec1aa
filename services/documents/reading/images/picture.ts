/** An encoded picture of a page. */
export interface Picture {
  width: number;
  height: number;
  jpeg: Uint8Array;
}

/** Incremental tracking of open brackets and strings in a JSON text, reading each character once. */
export interface OpenJson {
  /** The closing brackets still expected, the innermost last. */
  closers: string[];
  inString: boolean;
  /** The last character was a backslash, which escapes the next. */
  isEscaped: boolean;
}

export function openJson(): OpenJson {
  return { closers: [], inString: false, isEscaped: false };
}

/** Reads a further piece. Does not check that the text is valid JSON. */
export function readPiece(open: OpenJson, piece: string): void {
  for (const letter of piece) {
    if (open.isEscaped) open.isEscaped = false;
    else if (open.inString) {
      if (letter === "\\") open.isEscaped = true;
      else if (letter === '"') open.inString = false;
    } else if (letter === '"') open.inString = true;
    else if (letter === "{") open.closers.push("}");
    else if (letter === "[") open.closers.push("]");
    else if (letter === "}" || letter === "]") open.closers.pop();
  }
}

/** Whether all brackets and strings are closed. */
export function isClosed({ closers, inString }: OpenJson): boolean {
  return closers.length === 0 && !inString;
}

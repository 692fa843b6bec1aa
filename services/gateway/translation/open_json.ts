/** What is open at the end of a JSON text that comes in pieces, each character of which is looked at once. */
export interface OpenJson {
  /** The brackets that close what is open, the last one first to come. */
  closers: string[];
  inString: boolean;
  /** The next character belongs to a backslash. */
  isEscaped: boolean;
}

export function openJson(): OpenJson {
  return { closers: [], inString: false, isEscaped: false };
}

/** Reads on through `piece`. Whether the text is JSON at all is not checked. */
export function readOn(open: OpenJson, piece: string): void {
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

/** Whether nothing is open: the text is whole, if it is JSON. */
export function isClosed({ closers, inString }: OpenJson): boolean {
  return closers.length === 0 && !inString;
}

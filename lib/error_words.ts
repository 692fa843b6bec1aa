/** What a thrown value says, in one line. */

/** The message of a thrown value, or its code, on one line. */
export function wordsOf(error: unknown): string {
  const own = error instanceof Error || hasMessage(error) ? error.message : String(error);
  const inner = error instanceof AggregateError ? error.errors.map(wordsOf).join("; ") : "";
  return (own || inner || codeOf(error) || "no reason is known").replaceAll(/\s*\n\s*/g, " ");
}

function hasMessage(error: unknown): error is { message: string } {
  return typeof error === "object" && error !== null && "message" in error &&
    typeof error.message === "string";
}

/** The code of a failed system call; empty where there is none. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

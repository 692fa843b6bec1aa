/** The error text of a failed tool, without stack traces. */

/** Frames of JavaScript, with or without a function, and of Java. */
const FRAMES = [
  /^\s*at .*\((?:.*:\d+|native|<anonymous>|Native Method|Unknown Source)\)\s*$/,
  /^\s*at (?:async )?\S*[/\\.:]\S*:\d+:\d+\s*$/,
  /^\s*\.\.\. \d+ more\s*$/,
];
const TRACEBACK = /^\s*Traceback \(most recent call last\):/;
const GOROUTINE = /^goroutine \d+ \[/;

/** `text` without the stack traces of JavaScript, Java, Python and Go. */
export function withoutStacks(text: string): string {
  const kept: string[] = [];
  let inTraceback = false;
  for (const line of text.split("\n")) {
    if (GOROUTINE.test(line)) break;
    if (TRACEBACK.test(line)) inTraceback = true;
    // The line that ends a traceback is the error itself.
    else if (inTraceback && /^\S/.test(line)) inTraceback = false;
    if (!inTraceback && !FRAMES.some((frame) => frame.test(line))) kept.push(line);
  }
  return kept.join("\n").trim();
}

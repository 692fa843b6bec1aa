/** The error text of a failed tool, without stack traces. */

/** Frames of JavaScript, with or without a function, of Java, .NET, PHP and Ruby. */
const FRAMES = [
  /^\s*at .*\((?:.*:\d+|native|<anonymous>|Native Method|Unknown Source)\)\s*$/,
  /^\s*at (?:async )?\S*[/\\.:]\S*:\d+:\d+\s*$/,
  /^\s*\.\.\. \d+ more\s*$/,
  /^\s*at [\w$<>`+]+\.[\w$<>`.+[\],]+\([^)]*\)(?: in .+:line \d+)?\s*$/,
  /^#\d+ (?:.+\(\d+\): .+|\{main\})\s*$/,
  /^\s*from \S+:\d+:in .+$/,
];
const TRACEBACK = /^\s*Traceback \(most recent call last\):/;
/** Everything after these lines of Go and Rust is a stack trace. */
const TRACE_FOLLOWS = /^(?:goroutine \d+ \[|stack backtrace:)/;
/** Frames of JavaScript in one line, or with line breaks escaped as JSON does. */
const FRAMES_IN_LINE =
  /(?:\\n[ \t]*|(?<![ \t])[ \t]+)at (?:(?:async )?[^\s()"\\]+ )?(?:\([^()"\\\n]*:\d+:\d+\)|(?=[^\s:]*[./])[^\s()"\\]+:\d+:\d+(?![\w:]))/g;

/** `text` without the stack traces of JavaScript, Java, .NET, Python, PHP, Ruby, Go and Rust. */
export function withoutStacks(text: string): string {
  const kept: string[] = [];
  let inTraceback = false;
  for (const line of text.replace(FRAMES_IN_LINE, "").split("\n")) {
    if (TRACE_FOLLOWS.test(line)) break;
    if (TRACEBACK.test(line)) inTraceback = true;
    // The line that ends a traceback is the error itself.
    else if (inTraceback && /^\S/.test(line)) inTraceback = false;
    if (!inTraceback && !FRAMES.some((frame) => frame.test(line))) kept.push(line);
  }
  return kept.join("\n").trim();
}

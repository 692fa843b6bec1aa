/** Logs as JSON lines on standard output. */

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40 } as const;
/** How severe a log line is. */
export type Level = keyof typeof LEVELS;
/** The fields of a line beside its message; never prompts, answers, keys or personal text. */
export type Fields = Record<string, unknown>;

/** Writes log lines; `with` gives one that adds the same fields to each. */
export interface Logger {
  /** For whoever looks for a fault. */
  debug(message: string, fields?: Fields): void;
  /** Something worth knowing happened. */
  info(message: string, fields?: Fields): void;
  /** Something is odd and was coped with. */
  warn(message: string, fields?: Fields): void;
  /** Something failed. */
  error(message: string, fields?: Fields): void;
  /** A logger that adds `fields` to each line. */
  with(fields: Fields): Logger;
}

const encoder = new TextEncoder();

/** A logger of everything at least as severe as `level`, each line handed to `write` with its line feed. */
export function createLogger(
  { level = "info", fields = {}, write = (line) => void Deno.stdout.writeSync(encoder.encode(line)) }: {
    level?: Level;
    fields?: Fields;
    write?: (line: string) => void;
  } = {},
): Logger {
  const log = (severity: Level) => (message: string, more?: Fields) => {
    if (LEVELS[severity] < LEVELS[level]) return;
    const entry = { time: new Date().toISOString(), level: severity, message, ...fields, ...more };
    write(JSON.stringify(entry, plainErrors) + "\n");
  };
  return {
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
    with: (more) => createLogger({ level, fields: { ...fields, ...more }, write }),
  };
}

function plainErrors(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (!(value instanceof Error)) return value;
  return { name: value.name, message: value.message, stack: value.stack };
}

/** Logs on standard output: JSON lines, or plain ones for a person at a terminal. OpenTelemetry gets them as well. */
import { isDatabaseAway, isDiskFull } from "lib/outages.ts";
import { isExporting } from "lib/telemetry/tracing.ts";

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40 } as const;
/** How severe a log line is. */
export type Level = keyof typeof LEVELS;
/** The fields of a line beside its message; never prompts, answers, keys or personal text. */
export type Fields = Record<string, unknown>;

/** Writes log lines; `with` gives one that adds the same fields to each. */
export interface Logger {
  /** Details for debugging. */
  debug(message: string, fields?: Fields): void;
  /** A notable event. */
  info(message: string, fields?: Fields): void;
  /** Something is unexpected but was handled. */
  warn(message: string, fields?: Fields): void;
  /** Something failed. */
  error(message: string, fields?: Fields): void;
  /** A logger that adds `fields` to each line. */
  with(fields: Fields): Logger;
}

const encoder = new TextEncoder();

/** How lines are written. */
export type LogFormat = "json" | "plain";

/** A logger for lines at least as severe as `level`, each passed to `write` with its line feed. */
export function createLogger(
  {
    level = "info",
    format = "json",
    fields = {},
    write = isExporting() ? exported : (line) => void Deno.stdout.writeSync(encoder.encode(line)),
  }: {
    level?: Level;
    format?: LogFormat;
    fields?: Fields;
    write?: (line: string, severity: Level) => void;
  } = {},
): Logger {
  const log = (severity: Level) => (message: string, more?: Fields) => {
    if (LEVELS[severity] < LEVELS[level]) return;
    const time = new Date();
    const all = { ...fields, ...more };
    const line = format === "plain"
      ? plainLine(time, severity, message, all)
      : JSON.stringify({ time: time.toISOString(), level: severity, message, ...all }, plainErrors);
    write(`${line}\n`, severity);
  };
  return {
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
    with: (more) => createLogger({ level, format, fields: { ...fields, ...more }, write }),
  };
}

/** Deno exports console output to OpenTelemetry and also prints it, warnings and errors on standard error. */
function exported(line: string, severity: Level): void {
  globalThis.console[severity](line.slice(0, -1));
}

const SERVICE_WIDTH = 12;
const CONTROLS = /\p{Cc}/gu;

/** `10:04:12 guard        listening url=http://localhost:8007`; levels other than info are named. */
function plainLine(time: Date, severity: Level, message: string, { service, ...fields }: Fields): string {
  const clock = time.toTimeString().slice(0, 8);
  const level = severity === "info" ? [] : [severity.toUpperCase()];
  const values = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`${name}=${plainValue(value)}`]
  );
  const words = [clock, String(service ?? "").padEnd(SERVICE_WIDTH), ...level, message, ...values];
  // Escaped, so that no field can start a new line or move the cursor.
  return words.join(" ").replace(CONTROLS, " ");
}

function plainValue(value: unknown): string {
  if (value instanceof Error) return value.message;
  return typeof value === "string" ? value : JSON.stringify(value, plainErrors) ?? "";
}

function plainErrors(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  // Where a database that is away was asked is no news, and an outage repeats it.
  return isDatabaseAway(value) || isDiskFull(value) ? { name, message } : { name, message, stack };
}

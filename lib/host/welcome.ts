/** The text printed at a terminal after a start: where everything is, and what to do next. */

/** A service that has started. */
export interface Started {
  /** Its name. */
  name: string;
  /** Where it listens. */
  port: number;
  /** Its lines for the person who started it. */
  lines: string[];
}

const WIDTH = 13;

/** The text of the welcome. */
export function welcome(
  { services, dataDir, database, adminKey }: {
    /** The console first, whose lines say what to do next and so come last. */
    services: readonly Started[];
    dataDir: string;
    /** Where the gateway's root key is; undefined where there is no gateway. */
    adminKey?: string | undefined;
    /** Where data is besides the folder; undefined when nothing is stored. */
    database: "embedded" | "server" | undefined;
  },
): string {
  const row = (name: string, text: string) => `  ${name.padEnd(WIDTH)}${text}`;
  const [first] = services.filter(({ name }) => name !== "console");
  const data = database === "server" ? `DATABASE_URL, and files in ${dataDir}` : dataDir;
  return [
    "",
    "Diwan is ready.",
    ...services.map(({ name, port }) => row(name, `http://localhost:${port}`)),
    ...database ? [row("data", data)] : [],
    ...adminKey ? [row("admin key", adminKey)] : [],
    ...first ? [row("API docs", `http://localhost:${first.port}/docs, and /docs of each address above`)] : [],
    row("stop", "Ctrl-C"),
    ...services.toReversed().flatMap(({ lines }) => lines.length > 0 ? ["", ...lines] : []),
    "",
    "",
  ].join("\n");
}

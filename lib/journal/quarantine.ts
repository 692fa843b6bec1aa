/**
 * Sets aside records that cannot be stored, because the database refuses them or they are malformed, for a
 * person to look at.
 */
import { basename, dirname, join } from "node:path";
import { openSettingFolder } from "lib/files/setting_folder.ts";
import type { Checked } from "lib/service/health.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Registry } from "lib/telemetry/metrics.ts";
import { sqlState } from "lib/database/sql_state.ts";

/** A file of refused records, as JSON lines with the reason and the time. */
export interface Quarantine {
  /** Sets a record of this kind aside. Never throws. */
  add(kind: string, record: unknown, error: unknown): void;
  /** How many records were set aside, by this process and earlier ones that used the file. */
  count(): number;
  /** A dependency check that reports how many there are and where. */
  check(): Promise<Checked | void>;
}

interface QuarantineOptions {
  log: Pick<Logger, "error">;
  /** The metrics that count them. */
  metrics?: Pick<Registry, "read">;
  maxBytes?: number;
  now?: () => number;
}

/**
 * Opens the quarantine file at `path`; it is made with the first record and never grows beyond `maxBytes`.
 * Without a path, on a host without a disk, records are counted and logged, and not kept.
 */
export async function openQuarantine(
  path: string | undefined,
  options: QuarantineOptions,
): Promise<Quarantine> {
  return path === undefined ? uncollected(options) : await fileOf(path, options);
}

const METRIC = {
  name: "diwan_quarantined_records",
  help: "Records that could not be stored and wait in the quarantine file for a person",
};

function uncollected({ log, metrics }: QuarantineOptions): Quarantine {
  let count = 0;
  metrics?.read(METRIC, () => count);
  return {
    add(kind, _record, error) {
      count++;
      log.error("a record cannot be stored and is lost, since there is no disk to set it aside", {
        kind,
        code: sqlState(error),
      });
    },
    count: () => count,
    check() {
      if (count === 0) return Promise.resolve();
      const detail = `${count} records could not be stored and are lost: there is no disk to set them aside`;
      return Promise.resolve({ status: "ok", detail });
    },
  };
}

async function fileOf(
  path: string,
  { log, metrics, maxBytes = 16 * 2 ** 20, now = Date.now }: QuarantineOptions,
): Promise<Quarantine> {
  await openSettingFolder(dirname(path), "DATA_DIR");
  const content = await Deno.readFile(path).catch(() => new Uint8Array());
  let bytes = content.length;
  let count = content.reduce((lines, byte) => byte === LINE_FEED ? lines + 1 : lines, 0);
  let dropped = 0;
  // Processes share the file.
  metrics?.read({ ...METRIC, across: "max" }, () => count);

  function keep(entry: Record<string, unknown>): boolean {
    const line = new TextEncoder().encode(JSON.stringify(entry) + "\n");
    if (bytes + line.length > maxBytes) return false;
    appendTo(path, line);
    bytes += line.length;
    return true;
  }
  return {
    add(kind, record, error) {
      count++;
      const code = sqlState(error);
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
      let kept = false;
      try {
        kept = keep({ time: new Date(now()).toISOString(), kind, code, reason, record });
      } catch (failure) {
        log.error("the quarantine file cannot be written", { path, error: failure });
      }
      if (!kept) dropped++;
      log.error("a record cannot be stored and is set aside", { kind, code, kept, path });
    },
    count: () => count,
    check() {
      if (count === 0) return Promise.resolve();
      const lost = dropped > 0 ? `, ${dropped} of them without room in the file` : "";
      // Anyone may read the health page, so it shows only folder and file name, not the full path.
      const file = join(basename(dirname(path)), basename(path));
      const detail = `${count} records could not be stored and were set aside in ${file}${lost}`;
      return Promise.resolve({ status: "ok", detail });
    },
  };
}

const LINE_FEED = 10;
const LONGEST_REASON = 500;

/** Opened for each record: refusals are rare, and processes of one machine may share the file. */
function appendTo(path: string, line: Uint8Array): void {
  using file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
  for (let at = 0; at < line.length;) at += file.writeSync(line.subarray(at));
}

/** Lists the copies of the database in the data folder, which a restore can use. */
import { z } from "zod";
import { copiesIn } from "lib/embedded/embedded_copies.ts";
import { sizeOfTree } from "lib/embedded/embedded_copy.ts";
import { dumpsIn } from "lib/embedded/server_dumps.ts";
import { ifDisk } from "lib/files/disk.ts";

/** The copies of the database. */
export const Backups = z.object({
  every_hours: z.number().nullable().meta({
    description: "Hours between automatic copies; null: only `deno task backup`",
    example: 24,
  }),
  copies: z.array(z.object({
    name: z.string().meta({ description: "Name for restoring it", example: "2026-11-22T063000Z" }),
    taken_at: z.string().meta({ description: "When it was taken", example: "2026-11-22T06:30:00Z" }),
    kind: z.enum(["copy", "dump"]).meta({
      description: "A copy of the embedded database, or a server's dump",
    }),
    bytes: z.int().meta({ description: "Its size in bytes", example: 48_234_496 }),
  })).meta({ description: "The copies in this service's data folder, newest first" }),
}).meta({ id: "Backups" });
/** The copies of the database. */
export type Backups = z.output<typeof Backups>;

const SHOWN = 20;

/** The last copies in `DATA_DIR/copies`, and how often one is taken. */
export async function backupsIn(
  { DATA_DIR, DATABASE_URL, EMBEDDED_COPY_HOURS: hours }: {
    DATA_DIR: string;
    DATABASE_URL?: string | undefined;
    EMBEDDED_COPY_HOURS: number;
  },
): Promise<Backups> {
  const every_hours = DATABASE_URL || hours === 0 ? null : hours;
  const folder = ifDisk(`${DATA_DIR}/copies`);
  if (folder === undefined) return { every_hours, copies: [] };
  const [copies, dumps] = await Promise.all([copiesIn(folder), dumpsIn(folder)]);
  const names = [
    ...copies.map((name) => ({ name, kind: "copy" as const })),
    ...dumps.map((name) => ({ name, kind: "dump" as const })),
  ];
  const newest = names.sort((a, b) => a.name < b.name ? 1 : -1).slice(0, SHOWN);
  const sized = await Promise.all(newest.map(async (copy) => {
    const bytes = await sizeOf(`${folder}/${copy.name}`);
    // The next copy may remove the oldest in the meantime.
    return bytes === undefined ? [] : [{ ...copy, taken_at: takenAt(copy.name), bytes }];
  }));
  return { every_hours, copies: sized.flat() };
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const { isDirectory, size } = await Deno.stat(path);
    return isDirectory ? await sizeOfTree(path) : size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Parses `2026-03-01T142500Z`, with or without an extension. */
function takenAt(name: string): string {
  return name.slice(0, 18).replace(/T(\d\d)(\d\d)(\d\d)Z/, "T$1:$2:$3Z");
}

/** Initialised databases for tests, created once per machine, with or without migrated schemas. */
import { createTar, type TarFileInput } from "nanotar";
import { migrate } from "lib/database/migrations.ts";
import { initialise, openEmbedded } from "lib/embedded/embedded.ts";
import { keptTemplate } from "lib/embedded/embedded_template.ts";

const OLD_MS = 24 * 3_600_000;

/** Folders of migrations by schema. */
export type Migrations = Readonly<Record<string, string>>;

/**
 * A folder for the files of test processes with listed permissions: Deno grants none for paths below `/dev`,
 * where other tests may write to memory.
 */
export function diskFolder(): string {
  return Deno.env.get("TEST_TEMPLATES") ?? Deno.env.get("TMPDIR") ?? "/tmp";
}

/** The file of an initialised database, for `openEmbedded`: initialising one takes five times as long as opening it. */
export async function testTemplate(): Promise<string> {
  const engine = import.meta.resolve("@electric-sql/pglite").replace(/[^\w.]+/g, "-");
  return `${await templateFolder()}/${engine}.tar`;
}

/** The archive of an initialised database. */
export async function testTemplateArchive(): Promise<Uint8Array<ArrayBuffer>> {
  return await keptTemplate(await testTemplate(), initialise);
}

/**
 * Settings for a test process whose embedded database starts quickly: `migrations` are applied already, which
 * saves half the processor time of a platform's first start.
 */
export async function quickEmbedded(
  migrations: Migrations = {},
): Promise<{ EMBEDDED_TEMPLATE: string; EMBEDDED_SYNC: string }> {
  return { EMBEDDED_TEMPLATE: await migratedTemplate(migrations), EMBEDDED_SYNC: "off" };
}

/** The file of a database with these schemas. */
export async function migratedTemplate(migrations: Migrations): Promise<string> {
  const schemas = Object.entries(migrations).toSorted();
  if (schemas.length === 0) return await testTemplate();
  const name = schemas.map(([schema]) => schema).join("-");
  const folder = await templateFolder();
  const path = `${folder}/${name}-${await digestOf(schemas)}.tar`;
  await keptTemplate(path, async () => {
    await removeOld(folder, name);
    return await migrated(schemas);
  });
  return path;
}

/** Removes the templates of earlier migrations; a recent one may be in use by another checkout. */
async function removeOld(folder: string, name: string): Promise<void> {
  for await (const entry of Deno.readDir(folder)) {
    if (!entry.name.startsWith(`${name}-`)) continue;
    const path = `${folder}/${entry.name}`;
    const { mtime } = await Deno.stat(path);
    if (Date.now() - (mtime?.getTime() ?? 0) > OLD_MS) await Deno.remove(path);
  }
}

async function templateFolder(): Promise<string> {
  const folder = `${diskFolder()}/diwan-tests-${Deno.uid() ?? "user"}`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await Deno.stat(folder);
  // A folder of another user could contain a manipulated database.
  if (uid !== Deno.uid() || (mode ?? 0) & 0o022) throw new Error(`${folder} is not this user's alone`);
  return folder;
}

/** Changes with the engine and with every migration. */
async function digestOf(schemas: [schema: string, folder: string][]): Promise<string> {
  const parts = [import.meta.resolve("@electric-sql/pglite")];
  for (const [schema, folder] of schemas) {
    const names = (await Array.fromAsync(Deno.readDir(new URL(folder)))).map(({ name }) => name).toSorted();
    const texts = await Promise.all(names.map((name) => Deno.readTextFile(new URL(name, folder))));
    parts.push(schema, ...names, ...texts);
  }
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
}

async function migrated(schemas: [schema: string, folder: string][]): Promise<Uint8Array<ArrayBuffer>> {
  const dir = await Deno.makeTempDir();
  try {
    const database = await openEmbedded(`${dir}/pg`, { template: await testTemplate(), sync: "off" });
    for (const [schema, folder] of schemas) await migrate(database.sql, schema, folder);
    await database.close();
    return new Uint8Array(createTar(await filesBelow(`${dir}/pg`)));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function filesBelow(folder: string, prefix = ""): Promise<TarFileInput[]> {
  const files: TarFileInput[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${prefix}${name}`;
    if (isDirectory) files.push({ name: path }, ...await filesBelow(`${folder}/${name}`, `${path}/`));
    else files.push({ name: path, data: await Deno.readFile(`${folder}/${name}`) });
  }
  return files;
}

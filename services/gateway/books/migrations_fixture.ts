/** The migrations of the gateway, for tests of a database that an earlier version filled. */
export const MIGRATIONS = import.meta.resolve("../migrations/");

/** A folder with the migrations that come before `number`. */
export async function migrationsBefore(number: string) {
  const path = await Deno.makeTempDir();
  for await (const { name } of Deno.readDir(new URL(MIGRATIONS))) {
    if (name < number) await Deno.copyFile(new URL(name, MIGRATIONS), `${path}/${name}`);
  }
  return {
    folder: `file://${path}/`,
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

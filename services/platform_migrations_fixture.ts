/** The migrations of all services, for the databases of test platforms. */
import type { Migrations } from "lib/embedded/template_fixture.ts";

const SERVICES = new URL("./", import.meta.url);

/** Each service's folder of migrations by name; the console has none. */
export async function platformMigrations(): Promise<Migrations> {
  const folders: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(SERVICES)) {
    if (!isDirectory) continue;
    const entries = await Array.fromAsync(Deno.readDir(new URL(name, SERVICES)));
    if (entries.some((entry) => entry.name === "migrations")) {
      folders[name] = new URL(`${name}/migrations/`, SERVICES).href;
    }
  }
  return folders;
}

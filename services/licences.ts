/**
 * Writes the licences of the packages in `deno.lock` for the console (`deno task licences`), as each package
 * states its own. Platform-specific builds are left out: they share the licence of their main package.
 */
import { z } from "zod";
import type { Licence } from "./console/shared/licence.ts";

const Lock = z.object({ npm: z.record(z.string(), z.object({ os: z.array(z.string()).optional() })) });
const Named = z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]);
const Place = z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]);
const Package = z.object({
  license: Named.optional().catch(undefined),
  licenses: z.array(Named).optional().catch(undefined),
  homepage: z.string().optional().catch(undefined),
  repository: Place.optional().catch(undefined),
});

/** The folder of one registry's packages in Deno's cache. */
function cached(): string {
  const [folder = ""] = import.meta.resolve("zod").split("/zod/");
  return folder;
}

export const LOCK_FILE = new URL("../deno.lock", import.meta.url);
export const LICENCES_FILE = new URL("console/server/licences.json", import.meta.url);

// The text after a version; package names may contain an underscore.
const PEERS = /(?<=.@[^@_]*)_.*$/s;

/** The licences of all packages of `lock`, by name. */
export async function licencesOf(lock: string): Promise<Licence[]> {
  const { npm } = Lock.parse(JSON.parse(lock));
  const ids = Object.entries(npm).flatMap(([id, { os }]) => os ? [] : [id.replace(PEERS, "")]);
  const found = await Promise.all([...new Set(ids)].map(licenceOf));
  return found.sort((a, b) => a.name === b.name ? a.version < b.version ? -1 : 1 : a.name < b.name ? -1 : 1);
}

async function licenceOf(id: string): Promise<Licence> {
  const at = id.lastIndexOf("@");
  const [name, version] = [id.slice(0, at), id.slice(at + 1)];
  const text = await Deno.readTextFile(new URL(`${cached()}/${name}/${version}/package.json`));
  const { license, licenses, homepage, repository } = Package.parse(JSON.parse(text));
  const licence = license ?? licenses?.join(" OR ") ?? null;
  return { name, version, licence, home: address(repository) ?? address(homepage) ?? null };
}

/**
 * Converts `git+https://github.com/a/b.git`, `github:a/b` or `a/b` to a web address; undefined for anything
 * else.
 */
function address(place: string | undefined): string | undefined {
  if (!place) return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(place)?.[1];
  const whole = short
    ? `https://github.com/${short}`
    : place.replace(/^(git\+)?(ssh:\/\/git@|git:\/\/|https?:\/\/)/, "https://").replace(/\.git(#.*)?$/, "");
  return URL.parse(whole)?.protocol === "https:" ? whole : undefined;
}

/** The file's text for these licences: a line each. */
export function written(licences: readonly Licence[]): string {
  return `[\n${licences.map((one) => `  ${JSON.stringify(one)}`).join(",\n")}\n]\n`;
}

if (import.meta.main) {
  await Deno.writeTextFile(LICENCES_FILE, written(await licencesOf(await Deno.readTextFile(LOCK_FILE))));
}

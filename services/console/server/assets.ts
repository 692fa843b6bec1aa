/** All files that browsers get, by address, and the import map that leads browser code to them. */
import { init, parse } from "es-module-lexer";
import { type Asset, assetOf, hashOf } from "./asset.ts";
import { FONTS, LIBRARY, SCRIPTS, STYLES } from "./packages.ts";
import { stripped } from "./strip.ts";

/** The files, and how a page refers to them. */
export interface Assets {
  find(path: string, version: string | null): Asset | undefined;
  /** The import map, as it stands in the page. */
  importMap: string;
  styles: string;
  /** The address of a file of ours, such as `browser/main.tsx`, with the hash of its content. */
  address(file: string): string;
  /** Addresses of `files` and of all they import, for preloading. */
  closure(files: string[]): string[];
}

const ROOT = new URL("../", import.meta.url);
const SCRIPT = "text/javascript; charset=utf-8";
const FOLDERS = ["browser", "shared"];

/** The files, read when they are first asked for: most starts of a console show no page. */
export function lazyAssets(open: () => Promise<Assets> = openAssets): () => Promise<Assets> {
  let opened: Promise<Assets> | undefined;
  return () =>
    opened ??= open().catch((error) => {
      // The next request tries again.
      opened = undefined;
      throw error;
    });
}

/** Reads, strips and hashes everything. */
export async function openAssets(): Promise<Assets> {
  await init;
  const files = new Map<string, Asset>();
  const hashes = new Map<string, string>();
  const imports: Record<string, string> = {};
  const specifiers = new Map<string, string[]>();
  const remember = (path: string, code: string) => specifiers.set(path, importsOf(path, code));
  await Promise.all(SCRIPTS.map(async ({ address, imported, read }) => {
    const code = await read();
    files.set(address, assetOf(SCRIPT, code));
    if (imported) imports[imported] = address;
    remember(address, typeof code === "string" ? code : "");
  }));
  await Promise.all(
    FONTS.map(async ({ address, read }) => files.set(address, assetOf("font/woff2", await read()))),
  );
  const addOwn = async (file: string, source: string) => {
    const code = await stripped(file, source);
    const path = `/app/${file}`;
    const asset = assetOf(SCRIPT, code);
    const hash = await hashOf(asset.body);
    files.set(path, asset);
    hashes.set(path, hash);
    imports[path] = `${path}?v=${hash}`;
    remember(path, code);
  };
  for (const folder of FOLDERS) {
    for await (const file of sources(folder)) {
      await addOwn(file, await Deno.readTextFile(new URL(file, ROOT)));
    }
  }
  for (const { name, read } of LIBRARY) {
    await addOwn(name, await read());
    imports[name] = imports[`/app/${name}`] ?? name;
  }
  const sheet = assetOf("text/css; charset=utf-8", await styleSheet());
  const sheetHash = await hashOf(sheet.body);
  files.set("/app/console.css", sheet);
  hashes.set("/app/console.css", sheetHash);
  return {
    // A hash that is not of this content is of another version's: its holder must not keep this one under it.
    find: (path, version) => (hashes.get(path) ?? version) === version ? files.get(path) : undefined,
    importMap: JSON.stringify({ imports: Object.fromEntries(Object.entries(imports).sort()) }),
    styles: `/app/console.css?v=${sheetHash}`,
    address: (file) => imports[`/app/${file}`] ?? `/app/${file}`,
    closure: (entries) => {
      const seen = new Set<string>();
      const visit = (specifier: string) => {
        const target = imports[specifier] ?? specifier;
        if (seen.has(target)) return;
        seen.add(target);
        for (const next of specifiers.get(target.split("?")[0] ?? "") ?? []) visit(next);
      };
      for (const entry of entries) visit(`/app/${entry}`);
      return [...seen];
    },
  };
}

/** The files that a script imports at once, as addresses or bare names. */
function importsOf(path: string, code: string): string[] {
  const [imports] = parse(code);
  const names = imports.flatMap(({ specifier, type }) => specifier && type !== "dynamic" ? [specifier] : []);
  return names.map((name) => name.startsWith(".") ? new URL(name, `http://a${path}`).pathname : name);
}

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sources(path);
    else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) yield path;
  }
}

async function styleSheet(): Promise<string> {
  const faces = FONTS.map(({ address, weight, range }) =>
    `@font-face{font-family:"Plex";font-weight:${weight};font-display:swap;` +
    `src:url(${address}) format("woff2");unicode-range:${range}}`
  );
  const own = await Deno.readTextFile(new URL("styles/console.css", ROOT));
  const packages = await Promise.all(STYLES.map((read) => read()));
  return [...faces, ...packages, own].join("\n");
}

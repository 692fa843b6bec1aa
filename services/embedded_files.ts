/** Files that a binary needs beside its modules, and package files that it does not need. */
import { extname, join, relative } from "node:path";
import { z } from "zod";

/** Worker modules and data folders by service; the module graph does not contain them. */
const OPENED: Record<string, string[]> = {
  agents: ["services/agents/tools/javascript_worker.ts", "services/agents/tools/text_worker.ts"],
  compliance: ["lib/regulations"],
  console: ["services/console/browser", "services/console/shared", "services/console/styles"],
  documents: ["services/documents/reading/workers/worker.ts", "services/documents/rules/rules_worker.ts"],
  guard: ["services/guard/policies/scan_worker.ts"],
  procurement: [
    "services/procurement/evaluation/evaluator_worker.ts",
    "services/procurement/reports/report_worker.ts",
  ],
  voice: ["services/voice/audio/file_worker.ts"],
};

/** Files that `deno compile` must include for these services: the database's worker, other workers, migrations, data. */
export function openedFiles(services: string[]): string[] {
  return services.flatMap((name) =>
    // The console keeps nothing: no database and no tables.
    name === "console" ? OPENED[name] ?? [] : [`services/${name}/migrations`, ...OPENED[name] ?? []]
  ).concat(services.some((name) => name !== "console") ? ["lib/embedded/embedded_postgres.ts"] : []);
}

/** Files that no program reads at run time: source maps, types, prose. */
const UNREAD = new Set([".map", ".md", ".markdown", ".flow", ".html", ".tsbuildinfo", ".txt"]);
const TYPES = /\.d\.[cm]?ts$/;

/** The used files of packages that are much larger than their use; package.json is always kept. */
const USED: Record<string, RegExp> = {
  "@electric-sql/pglite":
    /^dist\/(?:[^/]+\.js|(?:initdb|pglite)\.(?:wasm|data)|(?:amcheck|btree_gin|pg_trgm)\.tar\.gz|(?:fs|contrib)\/[^/]+\.js)$/,
  "@hyzyla/pdfium": /^dist\/(?:index\.esm\.js|pdfium\.wasm)$/,
  "@tesseract.js-data/ara": /^4\.0\.0_best_int\//,
  "@tesseract.js-data/eng": /^4\.0\.0_best_int\//,
  "@picocss/pico": /^css\/pico\.min\.css$/,
  "@fontsource/ibm-plex-sans-arabic":
    /^files\/ibm-plex-sans-arabic-(?:arabic|latin)-(?:400|600)-normal\.woff2$/,
  "dejavu-fonts-ttf": /^ttf\/DejaVuSans(?:-Bold)?\.ttf$/,
  "fontkit": /^dist\/module\.mjs$/,
  "libphonenumber-js": /^(?:es6|core|max|metadata\.max\.json\.js|index)/,
  "mediabunny": /^dist\/modules\//,
  "openai": /\.mjs$|^internal\/auth\/x509-transport-state\.js$/,
  "pdfjs-dist": /^(?:legacy\/build\/pdf(?:\.worker)?\.mjs|cmaps\/|standard_fonts\/|iccs\/|wasm\/)/,
  "pdfkit": /^js\/(?:pdfkit\.node\.mjs|data\/)/,
  "redoc": /^bundles\/redoc\.standalone\.js$/,
  "swagger-ui-dist": /^swagger-ui(?:-bundle\.js|\.css)$/,
  "tesseract.js-core": /^tesseract-core-simd-lstm\.(?:js|wasm)$/,
  "zod": /\.js$/,
};

/** Packages of which only a built file is read, so that none of their dependencies run. */
const FINISHED = new Set(["redoc", "swagger-ui-dist"]);
/** An optional renderer of pdfjs-dist; pages are rendered by PDFium here. */
const NEVER_USED = /^@napi-rs\/canvas/;

/** The npm packages in the output of `deno info --json`. */
export const Graph = z.object({
  modules: z.array(z.object({ npmPackage: z.string().optional() })),
  npmPackages: z.record(
    z.string(),
    z.object({
      name: z.string(),
      version: z.string(),
      dependencies: z.array(z.string()),
      localPath: z.string(),
    }),
  ),
});
export type Graph = z.output<typeof Graph>;

/** The files or whole packages that `deno compile` leaves out of a binary with this package graph. */
export async function unusedFiles({ modules, npmPackages }: Graph): Promise<string[]> {
  const used = reachable(npmPackages, modules.flatMap(({ npmPackage }) => npmPackage ?? []));
  const excluded = await Promise.all(
    Object.entries(npmPackages).map(async ([id, { name, localPath }]) => {
      if (!used.has(id)) return [localPath];
      const files = await filesIn(localPath);
      return files.filter((file) => !isUsed(name, relative(localPath, file).replaceAll("\\", "/")));
    }),
  );
  return [...new Set(excluded.flat())].sort();
}

/** The packages whose code may run, from those that modules import. */
function reachable(packages: Graph["npmPackages"], roots: string[]): Set<string> {
  const found = new Set<string>();
  const left = [...roots];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const one = packages[id];
    if (!one || found.has(id) || NEVER_USED.test(one.name)) continue;
    found.add(id);
    if (!FINISHED.has(one.name)) left.push(...one.dependencies);
  }
  return found;
}

function isUsed(name: string, path: string): boolean {
  if (path.endsWith("package.json")) return true;
  if (UNREAD.has(extname(path)) || TYPES.test(path)) return false;
  return USED[name]?.test(path) ?? true;
}

async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    files.push(...isDirectory ? await filesIn(path) : [path]);
  }
  return files;
}

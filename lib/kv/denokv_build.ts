/**
 * Builds the KV Connect server that tests share, once, into a folder outside the checkout (`deno task denokv`): a Rust
 * crate, 5 to 11 minutes on two processors.
 */

const VERSION = "0.14.0";

/** The folder of the built server, below the user's caches; undefined where the user has no home. */
export function builtFolder(get: (name: string) => string | undefined): string | undefined {
  const home = get("HOME");
  const caches = get("XDG_CACHE_HOME") || (home && `${home}/.cache`);
  return caches ? `${caches}/diwan/denokv-${VERSION}` : undefined;
}

/** The program in it, whether it was built or not. */
export function builtProgram(get: (name: string) => string | undefined): string | undefined {
  const folder = builtFolder(get);
  return folder && `${folder}/bin/denokv`;
}

async function build(folder: string): Promise<number> {
  const args = ["install", "denokv", "--version", VERSION, "--locked", "--root", folder];
  try {
    return (await new Deno.Command("cargo", { args }).spawn().status).code;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    say("denokv is built by cargo, which is not here: install Rust, or name a denokv in DENOKV_BIN");
    return 1;
  }
}

const say = (line: string) => void Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));

async function main(): Promise<number> {
  const get = (name: string) => Deno.env.get(name);
  const folder = builtFolder(get);
  const program = builtProgram(get);
  if (!folder || !program) {
    say("There is no folder for caches: set HOME or XDG_CACHE_HOME");
    return 1;
  }
  const isThere = await Deno.stat(program).then(({ isFile }) => isFile, () => false);
  const code = isThere ? 0 : await build(folder);
  if (code === 0) say(`${program} is there; tests that need it find it`);
  return code;
}

if (import.meta.main) Deno.exit(await main());

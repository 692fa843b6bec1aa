/** How a process starts its own program again, with no more rights than it has. */
import { fileURLToPath } from "node:url";
import { pathPermissions } from "lib/processes/permissions.ts";

/** The program of whoever asks: the only one that a start with several processes may run. Linux knows it by this name. */
export const OWN_PROGRAM = "/proc/self/exe";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Whether this process may start its own program. */
export async function mayStartItself(): Promise<boolean> {
  const { state } = await Deno.permissions.query({ name: "run", command: OWN_PROGRAM });
  return state === "granted";
}

/** The arguments that start this program again with `more` behind its own. */
export async function ownArguments(more: readonly string[]): Promise<string[]> {
  const own = [...Deno.args, ...more];
  // A binary holds its code and its rights.
  if (Deno.build.standalone) return own;
  return [
    ...["run", "--frozen", "--no-prompt", `--config=${ROOT}deno.json`],
    ...await rights(),
    ...[fileURLToPath(Deno.mainModule), ...own],
  ];
}

/** The rights of this process as flags, but for the one to run programs. */
async function rights(): Promise<string[]> {
  const whole = await Promise.all(
    (["net", "env", "sys", "ffi"] as const).map(async (name) =>
      await isGranted({ name }) ? [`--allow-${name}`] : []
    ),
  );
  const { flags } = await pathPermissions((name) => Deno.env.get(name));
  const paths = await Promise.all(flags.map(async (flag) => {
    const [, name, list] = /^--allow-(read|write)=(.*)$/.exec(flag) ?? [];
    if (name !== "read" && name !== "write") return [];
    if (await isGranted({ name })) return [`--allow-${name}`];
    const granted: string[] = [];
    for (const path of (list ?? "").split(",")) if (await isGranted({ name, path })) granted.push(path);
    return granted.length > 0 ? [`--allow-${name}=${granted}`] : [];
  }));
  return [...whole, ...paths].flat();
}

async function isGranted(right: Deno.PermissionDescriptor): Promise<boolean> {
  return (await Deno.permissions.query(right)).state === "granted";
}

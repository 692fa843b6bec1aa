/** Restarts this process's own program with no more permissions than it has. */
import { fileURLToPath } from "node:url";
import { pathPermissions } from "lib/processes/permissions.ts";

/** The running program as Linux names it; the only one that a group's first process may run. */
export const OWN_PROGRAM = "/proc/self/exe";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Whether this process may run its own program. */
export async function mayStartItself(): Promise<boolean> {
  const { state } = await Deno.permissions.query({ name: "run", command: OWN_PROGRAM });
  return state === "granted";
}

/** Arguments that start this program again, followed by `more`. */
export async function ownArguments(more: readonly string[]): Promise<string[]> {
  const own = [...Deno.args, ...more];
  // A compiled binary contains its code and permissions.
  if (Deno.build.standalone) return own;
  return [
    ...["run", "--frozen", "--no-prompt", `--config=${ROOT}deno.json`],
    ...await rights(),
    ...[fileURLToPath(Deno.mainModule), ...own],
  ];
}

/** This process's permissions as flags, without permission to run programs. */
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

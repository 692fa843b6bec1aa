const A_DAY_MS = 24 * 3_600_000;

/** Deletes forms in `folder` that a process which was killed left behind; those of others may still be in use. */
export async function dropOldForms(folder: string, now = Date.now()): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      const { mtime } = await Deno.stat(path);
      if (mtime && now - mtime.getTime() > A_DAY_MS) await Deno.remove(path, { recursive: true });
    }
  } catch (error) {
    // Another process may be cleaning up as well.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Deno KV, where rate limits and job queues live. */

/**
 * Opens the KV of service `name`: the Connect endpoint `url` (its token in DENO_KV_ACCESS_TOKEN), else the
 * file `name` in folder `dir`.
 */
export async function openKv(
  { url, dir, name }: { url?: string; dir: string; name: string },
): Promise<Deno.Kv> {
  if (url) return await Deno.openKv(url);
  await Deno.mkdir(dir, { recursive: true });
  return await Deno.openKv(`${dir}/${name}.sqlite3`);
}

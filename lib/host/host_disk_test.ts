import assert from "node:assert/strict";
import { isDiskFull } from "lib/outages.ts";
import { outputOf } from "lib/program_fixture.ts";
import { freeMegabytes } from "lib/service/readiness.ts";
import { hosted } from "./host_fixture.ts";

/** A small disk for the test, on systems that allow mounting one. */
async function smallDisk(megabytes: number): Promise<{ path: string } & AsyncDisposable | undefined> {
  const path = await Deno.makeTempDir({ prefix: "disk-" });
  const mounted = await outputOf("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  if (mounted === undefined) {
    await Deno.remove(path);
    return undefined;
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      await outputOf("umount", [path]);
      await Deno.remove(path);
    },
  };
}

const mayMount = await smallDisk(1);
await mayMount?.[Symbol.asyncDispose]();

Deno.test({
  name: `a full disk is a 507 for writes, and /ready reports it before${
    mayMount ? "" : ", skipped: this user may mount no disk"
  }`,
  ignore: !mayMount,
  async fn() {
    await using disk = await smallDisk(200);
    assert.ok(disk);
    await using small = await hosted("small", { DATA_DIR: disk.path, MIN_FREE_DISK_MB: "50" });
    const url = await small.url;
    const { signJwt } = await import("lib/auth/auth.ts");
    const secret = await Deno.readTextFile(`${disk.path}/secrets/jwt_secret`);
    const headers = { authorization: `Bearer ${await signJwt(secret, { sub: "a", role: "user" })}` };
    const write = async () => {
      const response = await fetch(`${url}/api/v1/rows`, { method: "POST", headers });
      return { status: response.status, text: await response.text() };
    };
    assert.equal((await write()).status, 201);
    assert.deepEqual(await missing(url, 200), []);
    await fill(`${disk.path}/fill`, 40);
    assert.deepEqual(await missing(url, 503), ["disk"]);
    await fill(`${disk.path}/fill`, 0);
    let answer = await write();
    while (answer.status === 201) answer = await write();
    assert.deepEqual(
      [answer.status, JSON.parse(answer.text).error],
      [507, "The disk is full: nothing can be stored until space is freed"],
    );
    assert.equal((await fetch(`${url}/api/v1/nothing`, { headers })).status, 404);
    await Deno.remove(`${disk.path}/fill`);
    assert.equal((await write()).status, 201);
    await small.child.kill("SIGTERM");
    assert.equal((await small.child.status).code, 0);
  },
});

/** The faults in /ready once it answers `status`; answers are cached for a moment. */
async function missing(url: string, status: number): Promise<string[]> {
  for (;;) {
    const response = await fetch(`${url}/ready`);
    const { reasons } = await response.json();
    if (response.status === status) return reasons.map(({ what }: { what: string }) => what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Writes a file until that many megabytes are free. */
async function fill(path: string, leave: number): Promise<void> {
  using file = await Deno.open(path, { create: true, append: true });
  const megabyte = new Uint8Array(2 ** 20);
  try {
    while (await freeMegabytes(path) > leave) await file.write(megabyte);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

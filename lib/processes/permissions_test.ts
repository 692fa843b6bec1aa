import assert from "node:assert/strict";
import { pathPermissions } from "lib/processes/permissions.ts";

async function flagsFor(settings: Record<string, string>): Promise<{ read: string[]; write: string[] }> {
  const { flags } = await pathPermissions((name) => settings[name]);
  const paths = (name: string) =>
    flags.find((flag) => flag.startsWith(`--allow-${name}=`))?.split("=")[1]?.split(",") ?? assert.fail(name);
  return { read: paths("read"), write: paths("write") };
}

Deno.test("a start writes below DATA_DIR and UPLOAD_DIR only, and reads these, the project and its packages", async () => {
  const plain = await flagsFor({});
  assert.deepEqual(plain.write.filter((path) => !path.endsWith("/data")), []);
  assert.ok(plain.write.includes("./data") && plain.read.includes("./data"));
  assert.ok(plain.read.some((path) => path.endsWith("/npm")), plain.read.join());
  const { read, write } = await flagsFor({
    DATA_DIR: "/srv/diwan",
    UPLOAD_DIR: "/mnt/uploads",
    GATEWAY_CONFIG: "/etc/diwan/gateway.yaml",
    PROVIDER_CA_FILE: "/etc/diwan/ca.pem",
  });
  assert.deepEqual(write, ["/srv/diwan", "/mnt/uploads"]);
  for (const path of [...write, "/etc/diwan/gateway.yaml", "/etc/diwan/ca.pem"]) {
    assert.ok(read.includes(path), path);
  }
  assert.deepEqual((await flagsFor({ DATA_DIR: "/srv/d", UPLOAD_DIR: "s3://bucket/prefix" })).write, [
    "/srv/d",
  ]);
});

Deno.test("a path that a permission cannot name is told by its setting and left out", async () => {
  const { flags, unfit } = await pathPermissions((name) =>
    name === "DATA_DIR" ? "/srv/two words" : undefined
  );
  assert.deepEqual(unfit, ["DATA_DIR"]);
  assert.ok(!flags.join().includes("two words"));
  assert.ok(!flags.some((flag) => flag.startsWith("--allow-write")), flags.join());
});

Deno.test("a folder behind a link may be written under both names", async () => {
  const dir = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.mkdir(`${dir}/real`);
    await Deno.symlink(`${dir}/real`, `${dir}/link`);
    assert.deepEqual((await flagsFor({ DATA_DIR: `${dir}/link` })).write, [`${dir}/link`, `${dir}/real`]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("every start task is on the frozen lock file and takes its paths from the settings", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  const starts = Object.entries<string>(tasks).filter(([name]) => name.startsWith("start"));
  assert.ok(starts.length >= 9);
  for (const [name, task] of starts) {
    // Without them glibc keeps the memory of a burst. The gateway alone handles many bodies of 100 kB a second.
    const [, pieces, kept] =
      /^MALLOC_MMAP_THRESHOLD_=(\d+) MALLOC_TRIM_THRESHOLD_=(\d+) OTEL_DENO_TRACING=false (?:DENO_V8_FLAGS=\S+ )?deno run /
        .exec(task) ?? [];
    const expected = name === "start:gateway" ? ["1048576", "4194304"] : ["32768", "131072"];
    assert.deepEqual([pieces, kept], expected, name);
    assert.match(task, / deno run --frozen --no-prompt /, name);
    assert.match(task, /services\/permissions\.ts start\)/, name);
    const [, outer = ""] = /^(.*?)\$\(.*\)(.*)$/.exec(task) ?? [];
    assert.doesNotMatch(outer, /--allow-(read|write|all|run)|-A\b/, name);
  }
});

import assert from "node:assert/strict";
import { statfs } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { groupsOf, LANES, memoryFolder, runTests } from "./test.ts";
import { testFilesIn } from "./test_batches.ts";

async function outputOf(program: string): Promise<{ code: number; text: string }> {
  const dir = await Deno.makeTempDir();
  try {
    for (const name of ["one", "two"]) await Deno.writeTextFile(`${dir}/${name}_test.ts`, program);
    const lines: string[] = [];
    const code = await runTests(
      [{ args: ["--no-config", dir] }],
      (line) => lines.push(stripVTControlCharacters(line)),
    );
    return { code, text: lines.join("\n").trim() };
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("of tests that pass only the summary is printed", async () => {
  const { code, text } = await outputOf(`for (const name of "abc") Deno.test(name, () => {});`);
  assert.equal(code, 0);
  assert.match(text, /^ok \| 6 passed \| 0 failed \| 0 ignored \(\d+s\)$/);
});

Deno.test("failures are printed with their reason before the summary, and the exit code says so", async () => {
  const { code, text } = await outputOf(`Deno.test("x", () => { throw new Error("the reason"); });`);
  assert.equal(code, 1);
  assert.match(text, /the reason/);
  assert.match(text, /FAILED \| 0 passed \| 2 failed/);
});

Deno.test("groups of files give one summary and the exit code of the one that fails; flags reach their processes", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const program = `Deno.test("flag", () => { if (typeof gc !== "function") throw new Error("no gc"); });`;
    await Deno.writeTextFile(`${dir}/gc_test.ts`, `${program} Deno.test.ignore("later", () => {});`);
    const lines: string[] = [];
    const args = ["--no-config", dir];
    const code = await runTests([{ args, v8Flags: "--expose-gc" }, { args }], (line) => lines.push(line));
    assert.equal(code, 1);
    assert.match(lines.at(-1) ?? "", /^FAILED \| 1 passed \| 1 failed \| 2 ignored/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("a signal ends the tests under way, and no others begin", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const program = `import { runTests } from "./test.ts";
      const args = ["--no-config", ${JSON.stringify(dir)}];
      Deno.exit(await runTests(Array.from({ length: 30 }, () => ({ args })), console.log));`;
    await Deno.writeTextFile(
      `${dir}/endless_test.ts`,
      `Deno.test("endless", async () => {
        await Deno.writeTextFile("${dir}/" + crypto.randomUUID(), "");
        await new Promise(() => setInterval(() => {}, 1000));
      });`,
    );
    const begun = async () =>
      (await Array.fromAsync(Deno.readDir(dir))).filter(({ name }) => !name.endsWith(".ts")).length;
    const run = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--ext=ts", "-"],
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const writer = run.stdin.getWriter();
    await writer.write(new TextEncoder().encode(program));
    await writer.close();
    while (await begun() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    run.kill("SIGTERM");
    assert.notEqual((await run.status).code, 0);
    assert.ok(await begun() <= LANES);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("files that are named run as they are; all of them in batches, each file once", async () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const dir = await Deno.makeTempDir();
  try {
    assert.deepEqual(await groupsOf(["--fail-fast", "lib"], root, dir), [{
      args: ["--parallel", "--fail-fast", "lib"],
    }]);
    const groups = await groupsOf(["--fail-fast"], root, dir);
    const files = groups.flatMap(({ args }) => args.filter((arg) => !arg.startsWith("-")));
    const imported = await Promise.all(files.map(async (file) => {
      const text = await Deno.readTextFile(file);
      return [...text.matchAll(/import "(.+)";/g)].map(([, url = ""]) => relative(root, fileURLToPath(url)));
    }));
    assert.deepEqual(imported.flat().toSorted(), await testFilesIn(root));
    assert.ok(groups.every(({ args }) => args.includes("--fail-fast")));
    for (const { args, v8Flags } of groups) {
      const optimized = args.filter((arg) => /_documents(?:_\d+)?_test\.ts$/.test(arg)).length;
      assert.equal(
        optimized > 0,
        !v8Flags?.includes("--liftoff-only"),
        "recognition alone has its WebAssembly optimized",
      );
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("temporary files are kept in memory where there is room for them, else on the disk", async () => {
  const folder = await memoryFolder();
  if (folder === undefined) return;
  const { type } = await statfs(folder);
  assert.equal(type, 0x0102_1994);
});

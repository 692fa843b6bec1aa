import assert from "node:assert/strict";
import { hasDisk, ifDisk, onDisk } from "lib/files/disk.ts";

Deno.test("a process with a disk keeps things at the paths that it is given", () => {
  assert.equal(hasDisk(), true);
  assert.equal(ifDisk("/data/journal"), "/data/journal");
  assert.equal(onDisk("/data/files", "UPLOAD_DIR"), "/data/files");
});

// The variable is set for the whole process, and other test files in it have a disk.
Deno.test("a process without a disk has no paths, and the setting that it needs instead is named", async () => {
  const program = `
    import { hasDisk, ifDisk, onDisk } from "${import.meta.resolve("lib/files/disk.ts")}";
    const told = () => { try { return onDisk("/data/files", "UPLOAD_DIR"); } catch (error) { return error.message; } };
    console.log(JSON.stringify([hasDisk(), ifDisk("/data/journal") ?? null, told()]));`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", program],
    cwd: new URL("../..", import.meta.url),
    env: { DENO_DEPLOYMENT_ID: "a-deployment", NO_COLOR: "1" },
  }).output();
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), [
    false,
    null,
    "These settings are wrong:\n  UPLOAD_DIR: required on a host without a disk",
  ]);
});

import assert from "node:assert/strict";
import { findSettingFolder, openSettingFolder } from "lib/files/setting_folder.ts";

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const refusal = (told: RegExp) => ({ name: "SettingsError", message: told });

Deno.test("a folder to write to is made, and left without the file that was tried", () =>
  withFolder(async (folder) => {
    await openSettingFolder(`${folder}/a/b`, "SCANS_DIR");
    assert.deepEqual(await Array.fromAsync(Deno.readDir(`${folder}/a/b`)), []);
  }));

Deno.test("a folder that cannot be written to is refused with the name of its setting", () =>
  withFolder(async (folder) => {
    const file = `${folder}/file`;
    await Deno.writeTextFile(file, "");
    for (const path of [file, `${file}/below`]) {
      await assert.rejects(
        openSettingFolder(path, "SCANS_DIR"),
        refusal(/^SCANS_DIR .*file.* is not a folder/),
      );
    }
    // Even the superuser may not make anything there.
    await assert.rejects(openSettingFolder("/proc/self", "SCANS_DIR"), refusal(/^SCANS_DIR \/proc\/self /));
  }));

Deno.test("a folder to read that is missing, or is none, is refused with the name of its setting", () =>
  withFolder(async (folder) => {
    await findSettingFolder(folder, "RULES_DIR");
    await Deno.writeTextFile(`${folder}/file`, "");
    for (const path of [`${folder}/none`, `${folder}/file`]) {
      await assert.rejects(
        findSettingFolder(path, "RULES_DIR"),
        refusal(new RegExp(`^RULES_DIR ${path} cannot be read: .*correct RULES_DIR`)),
      );
    }
  }));

/** Validates the layouts with the programs that start them, where these are installed. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

const DEPLOY = fileURLToPath(new URL(".", import.meta.url));
const COMPOSE = fileURLToPath(new URL("../../compose.yaml", import.meta.url));

/** A program's output, or the reason why it failed. */
async function said(program: string, args: string[], cwd?: string): Promise<string> {
  const command = new Deno.Command(program, { args, ...cwd === undefined ? {} : { cwd } });
  const { success, stdout, stderr } = await command.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

const has = (program: string, args: string[]) => said(program, args).then(() => true, () => false);
const hasCompose = await has("docker", ["compose", "version"]);
const hasKubectl = await has("kubectl", ["version", "--client"]);
const hasValidate = await has("kubernetes-validate", ["--version"]);
const unless = (there: boolean, what: string) => there ? "" : `, skipped: there is no ${what}`;

Deno.test({
  name: `Docker Compose takes compose.yaml once its first lines have made the secrets, and not before${
    unless(hasCompose, "docker compose")
  }`,
  ignore: !hasCompose,
  async fn() {
    const dir = await Deno.makeTempDir({ prefix: "compose-" });
    try {
      const text = await Deno.readTextFile(COMPOSE);
      await Deno.writeTextFile(`${dir}/compose.yaml`, text);
      await assert.rejects(
        said("docker", ["compose", "config", "--quiet"], dir),
        /secrets\/kv\.env not found/,
      );
      const commands = [...text.matchAll(/^# {3}(.+)$/gm)].map(([, command]) => command).join("\n");
      await said("sh", ["-ec", commands], dir);
      const read = z.object({ secrets: z.record(z.string(), z.object({ file: z.string() })) })
        .parse(parse(await said("docker", ["compose", "config"], dir)));
      for (const { file } of Object.values(read.secrets)) {
        assert.ok((await Deno.readTextFile(file)).length > 32);
      }
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});

for (const layout of ["kubernetes", "in_flight"]) {
  Deno.test({
    name: `kubectl builds the layout ${layout}${unless(hasKubectl, "kubectl")}${
      hasKubectl ? unless(hasValidate, "kubernetes-validate, which would check its objects") : ""
    }`,
    ignore: !hasKubectl,
    async fn() {
      const built = await said("kubectl", ["kustomize", `${DEPLOY}${layout}`]);
      assert.ok(built.split("\n---\n").length > 30);
      if (!hasValidate) return;
      const file = await Deno.makeTempFile({ suffix: ".yaml" });
      await Deno.writeTextFile(file, built);
      await said("kubernetes-validate", ["--strict", file]).finally(() => Deno.remove(file));
    },
  });
}

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { diskFolder } from "lib/embedded/template_fixture.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

async function run(module: string, args: string[], DATA_DIR: string) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", module, ...args],
    cwd: ROOT,
    env: { DATA_DIR, NO_COLOR: "1" },
  }).output();
  return { code, out: new TextDecoder().decode(stdout), said: new TextDecoder().decode(stderr) };
}

Deno.test("commands tell a wrong use in sentences, with how they are used, and end with code 2", async () => {
  const data = await Deno.makeTempDir({ dir: diskFolder() });
  const wrong: [module: string, args: string[], fault: RegExp][] = [
    ["lib/auth/token.ts", ["--roll", "admin"], /^Unknown option '--roll'/],
    ["lib/auth/token.ts", ["--role", "king"], /^✖ Invalid option: expected one of .*\n.*role/],
    ["services/guard/audit/verify_audit.ts", [], /^deno task verify-audit/],
    ["services/guard/audit/verify_audit.ts", [`${data}/none.jsonl`], /^No such file/],
  ];
  try {
    for (const [module, args, fault] of wrong) {
      const { code, out, said } = await run(module, args, data);
      assert.deepEqual([code, out], [2, ""], `${module} ${args}: ${said}`);
      assert.match(said, fault);
      assert.match(said, /^deno task /m);
      assert.doesNotMatch(said, /^ {4}at /m);
    }
    const { code, said } = await run("lib/embedded/restore.ts", ["none"], data);
    assert.equal(code, 1);
    assert.match(said, /^No copy none in .*\n$/);
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

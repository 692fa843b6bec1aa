import assert from "node:assert/strict";
import { jwtVerifier } from "lib/auth/auth.ts";
import { diskFolder } from "lib/embedded/template_fixture.ts";

Deno.test("deno task token prints a token of the kept secret", async () => {
  const DATA_DIR = await Deno.makeTempDir({ dir: diskFolder() });
  try {
    const run = await new Deno.Command(Deno.execPath(), {
      args: ["task", "token", "--role", "admin", "--sub", "alice"],
      cwd: new URL("../..", import.meta.url).pathname,
      env: { DATA_DIR },
    }).output();
    const jwt = new TextDecoder().decode(run.stdout).trim();
    const secret = await Deno.readTextFile(`${DATA_DIR}/secrets/jwt_secret`);
    assert.deepEqual(await jwtVerifier({ secret })(jwt), { sub: "alice", role: "admin", jwt });
  } finally {
    await Deno.remove(DATA_DIR, { recursive: true });
  }
});

Deno.test("deno task token prints none where an issuer's tokens alone are taken, and says so", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "token"],
    cwd: new URL("../..", import.meta.url).pathname,
    env: { OIDC_ISSUER: "https://issuer.example", OIDC_AUDIENCE: "diwan" },
  }).output();
  assert.deepEqual([code, new TextDecoder().decode(stdout)], [1, ""]);
  assert.match(new TextDecoder().decode(stderr), /^OIDC_ISSUER is set: services take tokens of that issuer/);
});

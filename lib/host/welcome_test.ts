import assert from "node:assert/strict";
import { welcome } from "lib/host/welcome.ts";

Deno.test("welcome() shows where each service is, where data is, how to stop, and each service's lines", () => {
  const text = welcome({
    services: [
      { name: "console", port: 8080, lines: ["Open http://localhost:8080/sign-in#code"] },
      { name: "gateway", port: 8000, lines: ["Model providers: openai."] },
    ],
    dataDir: "./data",
    database: "embedded",
    adminKey: "./data/secrets/gateway_admin_key",
  });
  for (
    const part of [/console +http:\/\/localhost:8080/, /gateway +http:\/\/localhost:8000/, /data +\.\/data/]
  ) {
    assert.match(text, part);
  }
  assert.match(text, /API docs +http:\/\/localhost:8000\/docs/);
  assert.match(text, /stop +Ctrl-C/);
  assert.match(text, /admin key +\.\/data\/secrets\/gateway_admin_key/);
  // The one line to open comes last.
  assert.match(text, /\nModel providers: openai\.\n\nOpen http:\/\/localhost:8080\/sign-in#code\n\n$/);
});

Deno.test("welcome() names the database server where there is one, and no data where nothing is stored", () => {
  const gateway = { name: "gateway", port: 8000, lines: [] };
  assert.match(
    welcome({ services: [gateway], dataDir: "./d", database: "server" }),
    /data +DATABASE_URL, and files in \.\/d/,
  );
  assert.doesNotMatch(
    welcome({ services: [gateway], dataDir: "./d", database: undefined }),
    /data|admin key/,
  );
});

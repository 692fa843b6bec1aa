import assert from "node:assert/strict";
import { isSecret, shownAddress, shownValue } from "lib/installation/shown_value.ts";

Deno.test("an address loses its user, password, query and long pieces of its path", () => {
  for (
    const [address, shown] of [
      ["http://127.0.0.1:8000", "http://127.0.0.1:8000"],
      ["postgres://diwan:hunter2@db.local:5432/diwan?sslmode=require", "postgres://…@db.local:5432/diwan?…"],
      ["postgres://only-a-user@db/diwan", "postgres://…@db/diwan"],
      ["https://api.example/v1/", "https://api.example/v1/"],
      [
        "https://hooks.example/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX",
        "https://hooks.example/services/T000/B000/…",
      ],
      ["s3://bucket/prefix", "s3://bucket/prefix"],
      ["https://issuer.example/#key=hunter2", "https://issuer.example?…"],
      // The password holds an unescaped slash, so the text before the host is in the path.
      ["postgres://diwan:12/hunter2@db/diwan", null],
      ["http://host/who:hunter2%40else", null],
      ["no address", null],
    ] as const
  ) assert.equal(shownAddress(address), shown, address);
});

Deno.test("secrets are known by their names, and names of files and of counted tokens are none", () => {
  for (
    const name of [
      ...["JWT_SECRET", "OPENAI_API_KEY", "AWS_ACCESS_KEY_ID", "AWS_BEARER_TOKEN_BEDROCK", "DB_PASSWORD"],
      ...["DENO_KV_ACCESS_TOKEN", "PII_SECRET", "TELEMETRY_KEY"],
    ]
  ) {
    assert.ok(isSecret(name), name);
    assert.equal(shownValue(name, "hunter2"), null);
  }
  for (const name of ["PROVIDER_KEY_FILE", "CHAT_HISTORY_TOKENS", "AGENTS_BUDGET_TOKENS", "HOST"]) {
    assert.ok(!isSecret(name), name);
    assert.equal(shownValue(name, "plain"), "plain");
  }
});

Deno.test("values of all kinds are shown as far as they may be", () => {
  assert.equal(shownValue("LIMIT", 100), "100");
  assert.equal(shownValue("OPEN", false), "false");
  assert.equal(
    shownValue("CONSOLE_SERVICES", ["gateway=http://u:hunter2@10.0.0.5:8000", "guard=http://10.0.0.6:8007"]),
    "gateway=http://…@10.0.0.5:8000, guard=http://10.0.0.6:8007",
  );
  assert.equal(shownValue("HTTPS_PROXY", "user:hunter2@proxy:3128"), null);
  const servers = {
    docs: { url: "https://u:hunter2@docs.example/mcp", headers: { authorization: "Bearer hunter2" } },
    price: 0.15,
  };
  assert.equal(
    shownValue("AGENTS_MCP_SERVERS", servers),
    '{"docs":{"url":"https://…@docs.example/mcp","headers":{"authorization":"…"}},"price":0.15}',
  );
  // A Map has no own fields, so nothing of it is shown.
  assert.equal(shownValue("ROLES", new Map([["staff", "hunter2"]])), null);
});

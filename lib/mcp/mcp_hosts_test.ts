import assert from "node:assert/strict";
import { Hono } from "hono";
import { renderError } from "lib/errors.ts";
import { ownHosts } from "lib/mcp/mcp_hosts.ts";

const app = new Hono();
app.onError(renderError);
app.use(ownHosts(["agents.example.org"]));
app.post("/mcp", (c) => c.text("ok"));

async function status(headers: Record<string, string>): Promise<number> {
  return (await app.request("/mcp", { method: "POST", headers })).status;
}

Deno.test("/mcp is reachable only by local names, addresses and the setting's names", async () => {
  for (
    const host of [
      "localhost",
      "localhost:8005",
      "127.0.0.1:8005",
      "[::1]:8005",
      "10.0.0.7",
      "agents",
      "agents:8005",
      "agents.example.org",
      "AGENTS.example.org:443",
    ]
  ) assert.equal(await status({ host }), 200, host);
  for (
    const host of [
      "evil.example",
      "agents.example.org.evil.example",
      "127.0.0.1.evil.example",
      "x@evil.example",
      "a b",
    ]
  ) assert.equal(await status({ host }), 403, host);
});

Deno.test("/mcp is reachable only from its own pages, local ones and the setting's sites", async () => {
  const host = "10.0.0.7:8005";
  for (
    const origin of [
      "http://10.0.0.7:8080",
      "http://localhost:3000",
      "http://127.0.0.1",
      "https://agents.example.org",
    ]
  ) assert.equal(await status({ host, origin }), 200, origin);
  for (
    const origin of [
      "https://evil.example",
      "http://10.0.0.8",
      "null",
      "file://",
      "https://localhost.evil.example",
      "",
    ]
  ) assert.equal(await status({ host, origin }), 403, origin);
});

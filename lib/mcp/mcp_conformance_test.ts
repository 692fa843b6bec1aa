import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { mcpTool, mountMcp } from "lib/mcp/mcp.ts";
import { createService } from "lib/service/service.ts";
import { bearer, testService } from "lib/testing.ts";

/** Not in the lock file, whose size it would double: it is a tool, not a part of the platform. */
const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";
const ALONE = ["run", "--no-config", "--no-lock", "--cached-only", "-A", SUITE];

async function runSuite(args: string[], cwd?: string): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...ALONE, ...args],
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** The tools that the suite calls by these names, built with our server's code. */
function exampleServer() {
  const app = createService({
    name: "example",
    title: "Example",
    description: "Example",
    prefix: "/api/v1",
    ...testService(),
  });
  const tools = [
    mcpTool({
      name: "test_simple_text",
      description: "Says a sentence",
      input: z.object({}),
      readOnly: true,
      call: () => Promise.resolve("This is a simple text response for testing."),
    }),
    mcpTool({
      name: "test_error_handling",
      description: "Fails",
      input: z.object({}),
      call: () => Promise.reject(new Error("This tool intentionally returns an error for testing")),
    }),
  ];
  mountMcp(app, { name: "example", tools });
  return app;
}

const missing = (await runSuite(["--version"])).code !== 0;
// A skipped test shows the reason in its name.
const reason = missing ? ` (left out: ${SUITE} is not in the cache; .ci/run fetches it)` : "";

for (const era of ["2025-11-25", "2026-07-28"]) {
  Deno.test({
    name: `the official suite of ${era} finds nothing but the documented exceptions${reason}`,
    ignore: missing,
    async fn() {
      const app = exampleServer();
      const { authorization } = await bearer();
      // The suite brings no token.
      await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
        const headers = new Headers(request.headers);
        headers.set("authorization", authorization);
        return app.fetch(new Request(request, { headers }));
      });
      const url = `http://127.0.0.1:${server.addr.port}/mcp`;
      const expected = fileURLToPath(import.meta.resolve(`./mcp_conformance_${era}.yaml`));
      const cwd = await Deno.makeTempDir();
      try {
        const { code, text } = await runSuite(
          ["server", "--url", url, "--spec-version", era, "--expected-failures", expected],
          cwd,
        );
        assert.match(text, /tools-list/);
        assert.equal(code, 0, text.slice(-4_000));
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    },
  });
}

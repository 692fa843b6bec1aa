import assert from "node:assert/strict";
import { freePort } from "lib/host/free_port_fixture.ts";
import { outputOf } from "lib/program_fixture.ts";
import { diskFolder, quickEmbedded } from "lib/embedded/template_fixture.ts";
import { platformMigrations } from "./platform_migrations_fixture.ts";
import { startPlatform } from "./attack/platform.ts";

const ROOT = new URL("../", import.meta.url);
const PORTS = {
  gateway: "8000",
  procurement: "8001",
  voice: "8002",
  documents: "8003",
  compliance: "8004",
  agents: "8005",
  evaluation: "8006",
  guard: "8007",
};

/** The output of each part of the tour, in its order. */
const PRINTED = [
  ["the preparation", /^$/],
  ["gateway", /"content":"مرحبا"[^]*"total_requests":/],
  ["the openai package", /^صباح الخير$/],
  ["guard", /"name":"Secrets"[^]*"allowed":false[^]*\[REDACTED_EMAIL\][^]*"valid":true/],
  ["documents", /"document_type":"invoice"[^]*INV-2026-0142/],
  ["procurement", /"score":85[^]*"rank":1/],
  ["compliance", /"severity":"critical"/],
  ["agents", /"steps":\[.*What is 15% of 1250\?/],
  ["evaluation", /"eval_ids":[^]*"rank":1,"model_id":"echo"/],
  ["voice", /set OPENAI_API_KEY/],
] as const;

interface Block {
  language: string;
  text: string;
}

/** The code of the tour, block by block, for services at `addresses`, with its data in `dir`. */
async function tour(addresses: Map<string, string>, dir: string): Promise<Block[]> {
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const section = /<!-- tour -->([^]*)<!-- \/tour -->/.exec(readme)?.[1] ?? "";
  const there = Object.entries(PORTS).reduce(
    (text, [name, port]) => text.replaceAll(`localhost:${port}`, new URL(addresses.get(name) ?? "").host),
    section.replaceAll("data/secrets", `${dir}/secrets`),
  );
  return [...there.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .map(([, language = "", text = ""]) => ({ language, text }));
}

/** One script of all blocks; each prints a line before it. */
function scriptOf(blocks: Block[], dir: string): string {
  const config = new URL("deno.json", ROOT).pathname;
  const lines = blocks.map(({ language, text }, index) => {
    const run = language === "ts"
      ? `cat > ${dir}/block.ts <<'END'\n${text}END\ndeno run -A --no-check --config=${config} ${dir}/block.ts\n`
      : text;
    return `printf '\\n=== %s\\n' ${index}\n${run}`;
  });
  return `set -euo pipefail\n${lines.join("\n")}`;
}

async function has(program: string): Promise<boolean> {
  return await outputOf(program, ["--version"]) !== undefined;
}

const isMissing = !(await has("bash") && await has("curl") && await has("deno"));

Deno.test({
  name: `each line of the README's tour runs${isMissing ? " (skipped: needs bash, curl and deno)" : ""}`,
  ignore: isMissing,
  async fn() {
    const dir = await Deno.makeTempDir({ dir: diskFolder() });
    const port = String(freePort());
    try {
      await using platform = await startPlatform(dir, {
        ...await quickEmbedded(await platformMigrations()),
        GATEWAY_PORT: port,
        GATEWAY_BASE_URL: `http://127.0.0.1:${port}`,
        // As on a fresh machine: made by the start.
        JWT_SECRET: "",
        GATEWAY_ADMIN_KEY: "",
      });
      const blocks = await tour(platform.addresses, dir);
      assert.equal(blocks.length, PRINTED.length);
      const { success, stdout, stderr } = await new Deno.Command("bash", {
        args: ["-c", scriptOf(blocks, dir)],
        cwd: ROOT,
        env: { DATA_DIR: dir, JWT_SECRET: "", GATEWAY_ADMIN_KEY: "" },
        stdin: "null",
      }).output();
      const text = new TextDecoder().decode(stdout);
      assert.ok(success, `${text}\n${new TextDecoder().decode(stderr)}`);
      const printed = text.split(/^=== \d+\n/m).slice(1);
      for (const [index, [name, expected]] of PRINTED.entries()) {
        assert.match(printed[index]?.trim() ?? "", expected, name);
      }
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});

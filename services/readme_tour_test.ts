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

/** The output of each part of the tour, in order. */
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

/** What the quick start of each service prints, in this order. */
const QUICK_STARTS: [string, RegExp][] = [
  ["gateway", /"content":"مرحبا"[^]*"data":\[\{[^]*"total_requests":[^]*requests_total\{/],
  ["procurement", /"score":85[^]*"rank":1[^]*"tender_id":/],
  ["voice", /WEBVTT[^]*budget for March[^]*"total":1[^]*"bilal"/],
  ["documents", /"document_type":"invoice"[^]*completeness_score[^]*INV-2026-0142[^]*2026-03-05[^]*"bilal"/],
  ["compliance", /earns no certificate[^]*"certificate_id":[^]*"valid":true/],
  ["agents", /"steps":\[[^]*run\.started[^]*"session_id":/],
  ["evaluation", /"id":"arabic-grammar"[^]*"question_id":"en-01"[^]*"kappa"[^]*"rank":1/],
  ["guard", /"name":"State secrets"[^]*"allowed":false[^]*REDACTED[^]*"content":"hello"[^]*"valid":true/],
];

interface Block {
  language: string;
  text: string;
}

/** The tour's code in `file`, block by block, for services at `addresses`, with its data and files in `dir`. */
async function tour(file: string, addresses: Map<string, string>, dir: string): Promise<Block[]> {
  const readme = await Deno.readTextFile(new URL(file, ROOT));
  const section = /<!-- tour -->([^]*)<!-- \/tour -->/.exec(readme)?.[1] ?? "";
  const there = Object.entries(PORTS).reduce(
    (text, [name, port]) => text.replaceAll(`localhost:${port}`, new URL(addresses.get(name) ?? "").host),
    section.replaceAll("data/secrets", `${dir}/secrets`)
      .replaceAll(/minutes\.srt|report\.pdf/g, (name) => `${dir}/${name}`)
      .replaceAll("-OJ", `-OJ --output-dir ${dir}`),
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

/** What a script of `blocks` prints; it must succeed. */
async function printedBy(blocks: Block[], dir: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", scriptOf(blocks, dir)],
    cwd: ROOT,
    env: { DATA_DIR: dir, JWT_SECRET: "", GATEWAY_ADMIN_KEY: "" },
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.ok(success, `${text}\n${new TextDecoder().decode(stderr)}`);
  return text;
}

async function has(program: string): Promise<boolean> {
  return await outputOf(program, ["--version"]) !== undefined;
}

const isMissing = !(await has("bash") && await has("curl") && await has("deno"));

Deno.test({
  name: `each line of the README's tour and of the services' quick starts runs${
    isMissing ? " (skipped: needs bash, curl and deno)" : ""
  }`,
  ignore: isMissing,
  async fn(t) {
    const dir = await Deno.makeTempDir({ dir: diskFolder() });
    const port = String(freePort());
    try {
      await using platform = await startPlatform(dir, {
        ...await quickEmbedded(await platformMigrations()),
        GATEWAY_PORT: port,
        GATEWAY_BASE_URL: `http://127.0.0.1:${port}`,
        // The tour and the quick starts are more than a person does in a minute.
        RATE_LIMIT_HEAVY_PER_MINUTE: "1000",
        // As on a fresh machine: made by the start.
        JWT_SECRET: "",
        GATEWAY_ADMIN_KEY: "",
      });
      const blocks = await tour("README.md", platform.addresses, dir);
      assert.equal(blocks.length, PRINTED.length);
      const printed = (await printedBy(blocks, dir)).split(/^=== \d+\n/m).slice(1);
      for (const [index, [name, expected]] of PRINTED.entries()) {
        assert.match(printed[index]?.trim() ?? "", expected, name);
      }
      for (const [name, expected] of QUICK_STARTS) {
        await t.step(`the quick start of ${name}`, async () => {
          const own = await tour(`services/${name}/README.md`, platform.addresses, dir);
          assert.notEqual(own.length, 0);
          assert.match(await printedBy(own, dir), expected);
        });
      }
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});

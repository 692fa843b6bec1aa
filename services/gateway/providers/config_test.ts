import assert from "node:assert/strict";
import { openConfig } from "./config.ts";
import { FILE, fromText, settings } from "./config_fixture.ts";
import { ConfigError, parseConfigFile } from "./config_file.ts";

const targets = (chain: { provider: string; model: string }[]) =>
  chain.map(({ provider, model }) => `${provider}:${model}`);

Deno.test("without keys the gateway has echo and echo-embedding, and nothing else", async () => {
  const config = (await openConfig(settings({}))).current();
  assert.deepEqual(config.models().map(({ id }) => id), ["echo-embedding", "echo"]);
  assert.deepEqual(targets(config.resolve("echo")), ["echo:echo"]);
  assert.deepEqual(config.resolve("gpt-4o"), []);
});

Deno.test("a key in the environment adds its provider, called by model, by provider/model, and openai by any name", async () => {
  const config =
    (await openConfig(settings({ OPENAI_API_KEY: "sk", ANTHROPIC_API_KEY: "ak", GROQ_API_KEY: "gk" })))
      .current();
  assert.deepEqual(targets(config.resolve("gpt-4o-mini")), ["openai:gpt-4o-mini"]);
  assert.deepEqual(targets(config.resolve("claude-sonnet-4-5")), ["anthropic:claude-sonnet-4-5"]);
  assert.deepEqual(targets(config.resolve("claude-sonnet-4-5-20250929")), [
    "anthropic:claude-sonnet-4-5-20250929",
  ]);
  assert.deepEqual(targets(config.resolve("groq/llama-3.3-70b-versatile")), ["groq:llama-3.3-70b-versatile"]);
  assert.deepEqual(targets(config.resolve("meta-llama/llama-4-scout-17b-16e-instruct")), [
    "groq:meta-llama/llama-4-scout-17b-16e-instruct",
  ]);
  assert.deepEqual(targets(config.resolve("gpt-99")), ["openai:gpt-99"]);
  assert.equal(config.resolve("gpt-4o")[0]?.price?.input, "2.5");
});

Deno.test("a vendor's own URL is not called for a model that belongs to another vendor by its name", async () => {
  const at = async (given: Record<string, string>, model: string) =>
    targets((await openConfig(settings(given))).current().resolve(model));
  for (const model of ["ollama/llama3.2", "vllm/allam-7b", "llamacpp/any", "groq/any", "claude-sonnet-5-5"]) {
    assert.deepEqual(await at({ OPENAI_API_KEY: "sk" }, model), [], model);
  }
  assert.deepEqual(await at({ OPENAI_API_KEY: "sk" }, "ft:gpt-4o:own"), ["openai:ft:gpt-4o:own"]);
  assert.deepEqual(await at({ OPENAI_API_KEY: "sk" }, "openai/ollama/llama3.2"), ["openai:ollama/llama3.2"]);
  const proxy = { OPENAI_BASE_URL: "http://127.0.0.1:4000/v1" };
  assert.deepEqual(await at(proxy, "ollama/llama3.2"), ["openai:ollama/llama3.2"]);
  const router = { OPENROUTER_API_KEY: "sk" };
  assert.deepEqual(await at(router, "anthropic/claude-x"), ["openrouter:anthropic/claude-x"]);
  assert.deepEqual(await at(router, "ollama/llama3.2"), []);
  assert.deepEqual(await at({ GROQ_API_KEY: "k" }, "openai/gpt-oss-new"), ["groq:openai/gpt-oss-new"]);
  assert.deepEqual(await at({ VLLM_BASE_URL: "http://h:1" }, "gpt-4o"), ["vllm:gpt-4o"]);
});

Deno.test("OPENAI_BASE_URL alone adds a provider that accepts any model and lists none", async () => {
  const config = (await openConfig(settings({ OPENAI_BASE_URL: "http://127.0.0.1:8080/v1" }))).current();
  const [target] = config.resolve("qwen3:8b");
  assert.equal(target?.baseUrl.href, "http://127.0.0.1:8080/v1");
  assert.equal(target?.price, undefined);
  assert.deepEqual(config.models().map(({ id }) => id), ["echo-embedding", "echo"]);
  assert.deepEqual(config.discoverable().map(({ provider }) => provider), ["openai"]);
});

Deno.test("Azure and Bedrock are added by their own settings", async () => {
  const config = (await openConfig(settings({
    AZURE_OPENAI_API_KEY: "k",
    AZURE_OPENAI_ENDPOINT: "https://res.openai.azure.com",
    AZURE_OPENAI_DEPLOYMENT: "chat",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_REGION: "me-central-1",
  }))).current();
  assert.deepEqual(config.resolve("chat")[0]?.azure, { deployment: "chat", apiVersion: "2024-10-21" });
  const [nova] = config.resolve("amazon.nova-pro-v1:0");
  assert.equal(nova?.baseUrl.host, "bedrock-runtime.me-central-1.amazonaws.com");
  assert.equal(nova?.keys[0]?.secret, "id:secret");
});

Deno.test("a file defines providers with several keys, prices, aliases and fallback chains", async () => {
  await using opened = await fromText(FILE);
  const config = opened.holder.current();
  const [fast] = config.resolve("fast");
  assert.deepEqual(fast?.keys.map(({ id, weight }) => [id, weight]), [["openai-1", 3], ["second", 1]]);
  assert.equal(fast?.timeoutMs, 30_000);
  assert.deepEqual(targets(config.resolve("gpt-4o")), ["openai:gpt-4o", "house:gpt-4o"]);
  assert.deepEqual(config.resolve("allam-7b")[0]?.price, { input: "0.01", output: "0.02" });
  assert.deepEqual(config.resolve("house/allam-7b")[0]?.headers, { "x-team": "platform" });
  assert.deepEqual(config.resolve("house/unknown"), []);
  const fastRecord = config.models().find(({ id }) => id === "fast");
  assert.deepEqual(fastRecord?.aliases, ["openai/gpt-4o-mini"]);
});

Deno.test("a second account of a provider has its models and prices under another name; a self-hosted server has not", async () => {
  await using opened = await fromText(`
providers:
  - { name: claude-eu, wire: anthropic, keys: [{ key: k }] }
  - { name: azure-uae, wire: azure_openai, base_url: "https://uae.openai.azure.com", keys: [{ key: k }], models: [gpt-4o] }
  - { name: own, base_url: "http://127.0.0.1:9/v1", models: [gpt-4o-mini] }
`);
  const config = opened.holder.current();
  const [claude] = config.resolve("claude-sonnet-5-5");
  assert.deepEqual([claude?.provider, claude?.price?.input], ["claude-eu", "2"]);
  assert.equal(config.resolve("azure-uae/gpt-4o")[0]?.price?.input, "2.5");
  assert.equal(config.resolve("own/gpt-4o-mini")[0]?.price, undefined);
  const record = config.models().find(({ id }) => id === "claude-sonnet-5-5");
  assert.deepEqual([record?.owned_by, record?.context_window], ["claude-eu", 1_000_000]);
});

Deno.test("a bad file is refused with file, line and reason", () => {
  const cases: [string, RegExp][] = [
    ["providers:\n  - name: a\n   base_url: x", /f\.yaml, line [23]: /],
    ["providers:\n  - name: openai\n    colour: red", /f\.yaml, line 2: providers\.0: .*colour/],
    [
      "providers:\n  - name: openai\n    timeout_seconds: soon",
      /f\.yaml, line 3: providers\.0\.timeout_seconds/,
    ],
    [
      "providers:\n  - name: x\n    prices:\n      m: { input: -1, output: 1 }",
      /line 4: providers\.0\.prices\.m\.input/,
    ],
    ["aliases: {}\naliases: {}", /line 2: /],
    ['{"providers": [}', /line 1: /],
    ["", /line 1: the file is empty/],
    ["# later\n", /line 1: the file is empty/],
    ["providers:\n", /line 1: providers: /],
    [
      "aliases:\n  a: { models: [{ model: m, weight: 2 }] }",
      /line 2: aliases\.a\.models\.0\.weight: .*by: weight/,
    ],
    ["aliases:\n  a:\n    models: [m]\n    by: luck", /line 4: aliases\.a\.by/],
    ["aliases:\n  b: m\n  a: []", /line 3: aliases\.a\.models/],
  ];
  for (const [text, fault] of cases) {
    assert.throws(() => parseConfigFile(text, "f.yaml"), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, fault);
      return true;
    });
  }
});

Deno.test("a file with an alias bomb is refused", () => {
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 9; i++) {
    bomb.push(`${"abcdefghi"[i]}: &${"abcdefghi"[i]} [${Array(9).fill(`*${"abcdefghi"[i - 1]}`)}]`);
  }
  assert.throws(() => parseConfigFile(bomb.join("\n"), "f.yaml"));
});

Deno.test("an unset key, a missing URL and an alias to an unknown model are refused", async () => {
  await assert.rejects(
    fromText("providers:\n  - name: groq"),
    /line 2: providers\.0\.keys\.0: .*GROQ_API_KEY is not set/,
  );
  await assert.rejects(
    fromText("providers:\n  - name: mine"),
    /line 2: providers\.0: mine: base_url is required/,
  );
  await assert.rejects(
    fromText("aliases:\n  good: echo\n  fast: [echo, nowhere]"),
    /yaml, line 3: aliases\.fast: no provider has the model nowhere/,
  );
  await assert.rejects(
    fromText("aliases:\n  fast: { models: [echo], longer: [nowhere] }"),
    /line 2: aliases\.fast: no provider has the model nowhere/,
  );
});

Deno.test("reload() applies a valid file and keeps the old configuration for an invalid one", async () => {
  await using opened = await fromText(FILE);
  const before = opened.holder.current();
  await Deno.writeTextFile(opened.path, "providers: 5");
  await assert.rejects(opened.holder.reload(), /line 1: providers/);
  assert.equal(opened.holder.current(), before);
  await Deno.writeTextFile(opened.path, FILE.replace("fast:", "swift:"));
  await opened.holder.reload();
  assert.notEqual(opened.holder.current().version, before.version);
  assert.equal(opened.holder.current().resolve("swift").length, 1);
  assert.equal(before.resolve("fast").length, 1);
});

Deno.test("reload() refuses a file that is empty or lost all providers, as while being written", async () => {
  await using opened = await fromText(FILE);
  const before = opened.holder.current();
  for (const cut of ["", "\n# providers:\n", "aliases: {}", "{}", FILE.slice(0, 30)]) {
    await Deno.writeTextFile(opened.path, cut);
    await assert.rejects(opened.holder.reload(), ConfigError);
    assert.equal(opened.holder.current(), before);
  }
});

Deno.test("reload() refuses a truncated file, and accepts one that is deliberately shorter", async () => {
  const provider = (name: string) =>
    `  - name: ${name}\n    base_url: http://127.0.0.1:9/v1\n    keys: [{ key: sk-${name} }]\n`;
  const two = `providers:\n${provider("one")}${provider("two")}`;
  const whole = `${two}prices:\n  m: { input: "1", output: "2" }\n  n: { input: "1", output: "2" }\n`;
  await using opened = await fromText(whole);
  const names = () => opened.holder.current().discoverable().map(({ provider }) => provider);
  const ends = [...whole.matchAll(/\n/g)].map(({ index }) => index + 1);
  for (const end of ends.slice(0, -1)) {
    for (const cut of [end, end + 7, end + 12]) {
      await Deno.writeTextFile(opened.path, whole.slice(0, cut));
      await assert.rejects(opened.holder.reload(), ConfigError, `cut at ${cut}`);
      assert.deepEqual(names(), ["one", "two"]);
    }
  }
  await Deno.writeTextFile(opened.path, `${two}# without prices\n`);
  await opened.holder.reload();
  await Deno.writeTextFile(opened.path, `${whole.replace(provider("two"), "")}`);
  await opened.holder.reload();
  assert.deepEqual(names(), ["one"]);
});

Deno.test("reload() waits until the file is no longer being written", async () => {
  await using opened = await fromText(FILE);
  await Deno.writeTextFile(opened.path, FILE.slice(0, FILE.indexOf("aliases")));
  const reloaded = opened.holder.reload();
  await Deno.writeTextFile(opened.path, FILE.replace("fast:", "swift:"));
  await reloaded;
  assert.equal(opened.holder.current().resolve("swift").length, 1);
});

Deno.test("an alias defines its choice, its timeouts and its models for long requests", async () => {
  await using opened = await fromText(`
providers:
  - { name: a, base_url: "http://127.0.0.1:9/v1", models: [m, big], timeout_seconds: 300 }
  - { name: b, base_url: "http://127.0.0.1:9/v1", models: [m], keys: [{ key: k, timeout_seconds: 5 }] }
aliases:
  fair: { models: [{ model: a/m, weight: 3 }, b/m], by: weight }
  quick:
    models: [a/m, b/m]
    longer: [a/big]
    hedge_after_seconds: 0.5
    timeout_seconds: 20
    idle_timeout_seconds: 3
`);
  const config = opened.holder.current();
  const { by, weights } = config.route("fair");
  assert.deepEqual([by, weights], ["weight", [3, 1]]);
  const [first] = config.resolve("quick");
  assert.deepEqual([first?.timeoutMs, first?.idleTimeoutMs, first?.hedgeAfterMs], [20_000, 3_000, 500]);
  assert.deepEqual(targets([...first?.longer ?? []]), ["a:big"]);
  const [plain] = config.resolve("a/m");
  assert.deepEqual([plain?.timeoutMs, plain?.hedgeAfterMs, plain?.longer], [300_000, undefined, undefined]);
  assert.equal(config.resolve("b/m")[0]?.keys[0]?.timeoutMs, 5_000);
  assert.equal(plain?.load, first?.load);
});

Deno.test("a local server's URL may omit /v1; a URL without a scheme fails the start", async () => {
  for (
    const [setting, provider] of [
      ["OLLAMA_BASE_URL", "ollama"],
      ["VLLM_BASE_URL", "vllm"],
      ["LLAMACPP_BASE_URL", "llamacpp"],
    ] as const
  ) {
    for (
      const [address, used] of [
        ["http://host:11434", "http://host:11434/v1"],
        ["http://host:11434/", "http://host:11434/v1"],
        ["http://host:11434/v1", "http://host:11434/v1"],
        ["https://host/own/path", "https://host/own/path"],
      ]
    ) {
      const config = (await openConfig(settings({ [setting]: address ?? "" }))).current();
      assert.equal(config.resolve(`${provider}/llama`)[0]?.baseUrl.href, used);
    }
    assert.throws(() => settings({ [setting]: "localhost:11434" }), new RegExp(`${setting}.*http://`, "s"));
  }
  assert.throws(() => settings({ OPENAI_BASE_URL: "localhost:8080/v1" }), /OPENAI_BASE_URL/);
  await using file = await fromText(
    "providers:\n  - { name: ollama, base_url: http://host:11434, keys: [{ key: k }] }\n",
  );
  assert.equal(file.holder.current().resolve("ollama/llama")[0]?.baseUrl.href, "http://host:11434/v1");
});

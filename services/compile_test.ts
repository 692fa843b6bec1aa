import assert from "node:assert/strict";
import { dirname, join, relative } from "node:path";
import { startPlatform } from "./attack/platform.ts";
import { compileArgs, graphOf } from "./compile.ts";
import { SERVICES } from "./all.ts";
import { type Graph, openedFiles, unusedFiles } from "./embedded_files.ts";

const ROOT = new URL("..", import.meta.url);
const NAMES = [
  "gateway",
  "procurement",
  "voice",
  "documents",
  "compliance",
  "agents",
  "evaluation",
  "guard",
  "console",
];

Deno.test("compileArgs() names the target, the included and the excluded files", () => {
  const args = compileArgs("diwan", {
    names: ["guard", "voice"],
    excluded: ["/a.map"],
    target: "aarch64-unknown-linux-gnu",
  });
  for (
    const arg of [
      "--target=aarch64-unknown-linux-gnu",
      "--include=services/guard/migrations",
      "--include=services/voice/audio/file_worker.ts",
      "--exclude=/a.map",
      "--output=dist/diwan",
      "--allow-run=/proc/self/exe",
    ]
  ) assert.ok(args.includes(arg), arg);
  const windows = compileArgs("diwan", { names: ["guard"], target: "x86_64-pc-windows-msvc" });
  assert.ok(
    !windows.some((arg) => arg.startsWith("--allow-run")),
    "several processes share a port on Linux only",
  );
});

Deno.test("compileArgs() of one service includes only that service", () => {
  const args = compileArgs("guard", { names: ["guard", "voice"] });
  assert.ok(args.includes("--output=dist/guard"));
  assert.ok(!args.some((arg) => arg.startsWith("--include=services/voice")));
});

Deno.test("compileArgs() takes the flags that the tasks start the same programs with", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  for (
    const [name, task] of [["diwan", "start"], ["gateway", "start:gateway"], [
      "guard",
      "start:guard",
    ]] as const
  ) {
    // The tasks limit reading and writing by the settings, which are unknown when a binary is compiled.
    const flags = (words: string[]) =>
      words.filter((word) => /^--(allow-(net|env|sys|ffi)|v8)/.test(word)).sort();
    assert.deepEqual(
      flags(compileArgs(name, { names: NAMES })),
      // Child processes of a task also read V8's flags, from the environment.
      flags(tasks[task].replace(/\$\(.*\)/, "").replace("DENO_V8_FLAGS=", "--v8-flags=").split(" ")),
      name,
    );
  }
});

Deno.test("every module and folder that a source opens beside it is embedded", async () => {
  const embedded = openedFiles(NAMES).map((path) => new URL(path, ROOT).href);
  const sources = (await graphModules()).filter((href) => href.startsWith(ROOT.href));
  for (const href of sources) {
    const text = (await Deno.readTextFile(new URL(href))).replace(/^\s*(?:\*|\/\*|\/\/).*$/gm, "");
    const opened = text.matchAll(/(?:new URL\(\s*|import\.meta\.resolve\()"(\.[^"]+)"/g);
    for (const [, path = ""] of opened) {
      const target = new URL(path, href).href.replace(/\/$/, "");
      if (target.endsWith("README.md") || target === ROOT.href.replace(/\/$/, "")) continue;
      assert.ok(
        embedded.some((one) => one === target || one.startsWith(`${target}/`)),
        `${relative(ROOT.pathname, new URL(href).pathname)} opens ${path}`,
      );
    }
  }
});

/** The URLs of all modules that the platform imports. */
async function graphModules(): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "services/main.ts"],
    cwd: ROOT,
  })
    .output();
  const { modules }: { modules: { specifier: string }[] } = JSON.parse(new TextDecoder().decode(stdout));
  return modules.map(({ specifier }) => specifier);
}

Deno.test("binaries of the gateway and of all services stay small", async () => {
  const output = await Deno.makeTempDir();
  try {
    const runtime = (await Deno.stat(Deno.execPath())).size;
    // The runtime of binaries is smaller than `deno`, but tests cannot download it.
    const env = { DENORT_BIN: await Deno.realPath(Deno.execPath()) };
    for (const [name, limit] of [["gateway", 40], ["diwan", 110]] as const) {
      const excluded = await unusedFiles(await graphOf(name, NAMES));
      const args = compileArgs(name, { names: NAMES, excluded, output });
      const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, env, cwd: ROOT }).output();
      assert.equal(code, 0, new TextDecoder().decode(stderr).slice(-2000));
      const megabytes = ((await Deno.stat(join(output, name))).size - runtime) / 1e6;
      assert.ok(megabytes < limit, `${name} embeds ${megabytes.toFixed(1)} MB`);
    }
  } finally {
    await Deno.remove(output, { recursive: true });
  }
});

Deno.test("the platform starts, reads, hears, draws and runs tools with the embedded files of its packages alone", async () => {
  const dir = await Deno.makeTempDir();
  await using provider = scriptedProvider();
  try {
    await linkPackages(join(dir, "deno"), await graphOf("diwan", NAMES));
    await using platform = await startPlatform(join(dir, "data"), {
      DENO_DIR: join(dir, "deno"),
      OPENAI_BASE_URL: provider.address,
      OPENAI_API_KEY: "sk-of-a-script",
    });
    const headers = { authorization: `Bearer ${await platform.token("admin")}` };
    const call = async (service: string, path: string, body?: BodyInit, type?: string) => {
      const response = await fetch(`${platform.addresses.get(service)}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { ...headers, ...(type ? { "content-type": type } : {}) },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      assert.ok(response.ok, `${service}${path}: ${response.status} ${text.slice(0, 300)}`);
      return text;
    };
    for (const service of SERVICES.map(({ name }) => name)) {
      await call(service, "/docs");
      await call(service, "/redoc");
    }
    await openConsole(platform.front.address);
    for (const file of ["receipt_en.bmp", "contract_en.pdf", "contract_en.docx"]) {
      const { id } = JSON.parse(
        await call("documents", "/api/v1/docs/upload", await form(`documents/fixtures/${file}`)),
      );
      const { text } = JSON.parse(await call("documents", `/api/v1/docs/ocr?document_id=${id}`, ""));
      assert.ok(text.length > 100, file);
    }
    const heard = JSON.parse(
      await call("voice", "/api/v1/transcribe", await form("voice/fixtures/english.mp3")),
    );
    assert.equal(heard.text, "heard");
    const json = "application/json";
    const agent = JSON.stringify({ name: "A", model: "m", tools: ["run_javascript"] });
    const { id } = JSON.parse(await call("agents", "/api/v1/agents", agent, json));
    const run = JSON.parse(
      await call("agents", `/api/v1/agents/${id}/run`, JSON.stringify({ input: "6*7" }), json),
    );
    assert.deepEqual([run.status, run.output], ["completed", "42"]);
    assert.ok((await drawnReport(call)).startsWith("%PDF-"));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

/** A provider that transcribes, asks for one calculation, and answers with its result. */
function scriptedProvider(): AsyncDisposable & { address: string } {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    if (request.url.endsWith("/audio/transcriptions")) {
      await request.body?.cancel();
      return Response.json({ text: "heard", language: "en", duration: 1, segments: [] });
    }
    if (request.method === "GET") return Response.json({ object: "list", data: [] });
    const { messages }: { messages: { role: string; content: string }[] } = await request.json();
    const result = messages.findLast(({ role }) => role === "tool")?.content;
    const calculation = { name: "run_javascript", arguments: JSON.stringify({ code: "6*7" }) };
    const message = result === undefined
      ? {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "1", type: "function", function: calculation }],
      }
      : { role: "assistant", content: /42/.exec(result)?.[0] ?? result };
    const finish_reason = result === undefined ? "tool_calls" : "stop";
    return Response.json({
      id: "1",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message, finish_reason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  });
  return {
    address: `http://127.0.0.1:${server.addr.port}/v1`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function form(path: string): Promise<FormData> {
  const bytes = await Deno.readFile(new URL(path, import.meta.url));
  const data = new FormData();
  data.append("file", new File([bytes], path.split("/").at(-1) ?? ""));
  return data;
}

/** Opens the console's page and every asset that it references. */
async function openConsole(address: string) {
  const page = await (await fetch(address)).text();
  const named = [...page.matchAll(/"(\/[\w@./-]+\.(?:js|mjs|ts|tsx|css|woff2)\?v=[\w-]+)"/g)].map((
    [, path = ""],
  ) => path);
  assert.ok(named.length > 5, page.slice(0, 500));
  for (const path of new Set(named)) {
    const response = await fetch(new URL(path, address));
    assert.equal(response.status, 200, path);
    assert.ok((await response.bytes()).length > 0, path);
  }
}

/** An assessment as PDF, in Arabic. */
async function drawnReport(
  call: (service: string, path: string, body?: BodyInit, type?: string) => Promise<string>,
): Promise<string> {
  const system = JSON.stringify({
    system_name: "مساعد",
    system_type: "chatbot",
    risk_level: "high",
    data_types: ["personal"],
    deployment_region: "KSA",
    features: { has_audit_trail: true },
  });
  const base = "/api/v1/comply";
  const { id } = JSON.parse(
    await call("compliance", `${base}/assess?framework_ids=ksa-pdpl`, system, "application/json"),
  );
  return await call("compliance", `${base}/reports/${id}/export?format=pdf&lang=ar`);
}

/** A DENO_DIR in `to` with links to the package files that a binary embeds. */
async function linkPackages(to: string, graph: Graph) {
  const unused = new Set(await unusedFiles(graph));
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { denoDir }: { denoDir: string } = JSON.parse(
    new TextDecoder().decode(stdout),
  );
  const linked = new Set<string>();
  const link = async (path: string) => {
    if (unused.has(path) || linked.has(path)) return;
    linked.add(path);
    const { isDirectory } = await Deno.stat(path);
    if (isDirectory) {
      for await (const { name } of Deno.readDir(path)) await link(join(path, name));
      return;
    }
    const target = join(to, relative(denoDir, path));
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.link(path, target).catch(() => Deno.copyFile(path, target));
  };
  for (const { localPath } of Object.values(graph.npmPackages)) {
    if (unused.has(localPath)) continue;
    await link(localPath);
    // Deno keeps registry data only for versions that it resolved without the lock file.
    await link(join(dirname(localPath), "registry.json")).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
  // Deno would download packages of the lock file that have no folder, even if a binary never asks for them.
  const { npm }: { npm: Record<string, unknown> } = JSON.parse(
    await Deno.readTextFile(new URL("deno.lock", ROOT)),
  );
  const [registry = ""] = Object.values(graph.npmPackages).map(({ name, version, localPath }) =>
    localPath.slice(0, -`/${name}/${version}`.length)
  );
  for (const id of Object.keys(npm)) {
    const [, name = "", version = ""] = /^(@?[^@]+)@([^_]+)/.exec(id) ?? [];
    const description = join(registry, name, version, "package.json");
    // Packages for other systems are not installed here.
    if (await exists(description)) await link(description);
  }
  // The transpiled sources, so that the start is as fast as any.
  const stripped = join(denoDir, "gen", "file", ROOT.pathname);
  if (await exists(stripped)) await link(stripped);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

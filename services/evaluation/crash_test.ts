import assert from "node:assert/strict";
import { quickEmbedded } from "lib/embedded/template_fixture.ts";
import { bearer, type Recorded, serveScript, TEST_SECRET, testServerDatabase } from "lib/testing.ts";
import { completion, lastUserMessage, MIGRATIONS, stage } from "./testing.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function slowProvider() {
  const asks: string[] = [];
  const server = serveScript(async (_request: Request, { body }: Recorded) => {
    asks.push(lastUserMessage(body));
    await pause(25);
    return completion("ANSWER: 1");
  });
  return { asks, server };
}

async function benchmarks(folder: string, names: string[]): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const id of names) {
    const questions = Array.from(
      { length: 60 },
      (_, n) => ({ id: `q${n}`, input: `${id} ${n}`, target: "1" }),
    );
    const head = { id, name: id, scoring: { method: "numeric" } };
    await Deno.writeTextFile(`${folder}/${id}.json`, JSON.stringify({ ...head, questions }));
  }
}

/** Every question was asked, and only those again whose answers the kill lost: asked before it, and once more after. */
function checkAsks(
  asks: string[],
  questions: number,
  { before, underWay }: { before: number; underWay: number },
): void {
  const byText = Map.groupBy(asks.keys(), (index) => asks[index]);
  assert.equal(byText.size, questions);
  const repeated = [...byText.values()].filter((list) => list.length > 1);
  assert.ok(repeated.length <= underWay, `${repeated.length} repeated, ${underWay} under way`);
  for (const list of repeated) {
    assert.deepEqual(list.map((index) => index < before), [true, false]);
  }
}

const server = Deno.env.get("TEST_DATABASE_URL");

Deno.test({
  name: `of two worker processes one is killed: no stored answer is asked again${
    server ? "" : " (skipped: TEST_DATABASE_URL is not set)"
  }`,
  ignore: !server,
  async fn() {
    const folder = await Deno.makeTempDir();
    await using database = await testServerDatabase(server ?? "", "evaluation", MIGRATIONS);
    const kv = await Deno.openKv(`${folder}/kv.sqlite3`);
    const { asks, server: provider } = slowProvider();
    const workers: Deno.ChildProcess[] = [];
    try {
      await using _provider = provider;
      await benchmarks(`${folder}/benchmarks`, ["a", "b", "c", "d"]);
      const at = { provider: provider.url, benchmarksDir: `${folder}/benchmarks` };
      const scene = stage({ sql: database.sql, kv, ...at, works: false });
      const args = ["run", "-A", new URL("./crash_worker.ts", import.meta.url).pathname, database.url];
      for (let n = 0; n < 2; n++) {
        const all = [...args, `${folder}/kv.sqlite3`, at.provider, at.benchmarksDir];
        workers.push(
          new Deno.Command(Deno.execPath(), { args: all, stdout: "null", stderr: "inherit" }).spawn(),
        );
      }
      const body = { model_id: "m", provider: "openai", benchmark_ids: ["a", "b", "c", "d"] };
      const { eval_ids } = await (await scene.call("POST", "/eval/run", body)).json();
      while (asks.length < 80) await pause(10);
      workers[0]?.kill("SIGKILL");
      await workers[0]?.status;
      const before = asks.length;
      for (const id of eval_ids) assert.equal((await scene.ended(id)).overall_score, 1);
      checkAsks(asks, 240, { before, underWay: 4 * 3 * 2 });
    } finally {
      for (const worker of workers) {
        try {
          worker.kill("SIGKILL");
        } catch {
          // It was killed before.
        }
        await worker.status;
      }
      kv.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("the service on its embedded database goes on after kill -9 where the stored answers end", async () => {
  const folder = await Deno.makeTempDir();
  const { asks, server: provider } = slowProvider();
  let running: { child: Deno.ChildProcess; url: string } | undefined;
  try {
    await using _provider = provider;
    await benchmarks(`${folder}/benchmarks`, ["a", "b"]);
    running = await startService(folder, provider.url);
    const headers = { ...await bearer("admin"), "content-type": "application/json" };
    const body = JSON.stringify({ model_id: "m", provider: "openai", benchmark_ids: ["a", "b"] });
    const started = await fetch(`${running.url}/eval/run`, { method: "POST", headers, body });
    assert.equal(started.status, 201);
    const { eval_ids } = await started.json();
    while (asks.length < 50) await pause(5);
    running.child.kill("SIGKILL");
    await running.child.status;
    const before = asks.length;
    running = await startService(folder, provider.url);
    for (const id of eval_ids) {
      let result = { status: "running", overall_score: 0 };
      while (result.status === "running") {
        result = await (await fetch(`${running.url}/results/${id}`, { headers })).json();
        await pause(50);
      }
      assert.deepEqual([result.status, result.overall_score], ["completed", 1]);
    }
    checkAsks(asks, 120, { before, underWay: 2 * 3 * 2 });
    running.child.kill("SIGTERM");
    assert.equal((await running.child.status).code, 0);
    running = undefined;
  } finally {
    running?.child.kill("SIGKILL");
    await running?.child.status;
    await Deno.remove(folder, { recursive: true });
  }
});

async function startService(
  folder: string,
  provider: string,
): Promise<{ child: Deno.ChildProcess; url: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("./main.ts", import.meta.url).pathname],
    env: {
      DATA_DIR: `${folder}/data`,
      ...await quickEmbedded({ evaluation: import.meta.resolve("./migrations/") }),
      DATABASE_URL: "",
      KV_URL: "",
      HOST: "127.0.0.1",
      EVALUATION_PORT: "0",
      JWT_SECRET: TEST_SECRET,
      BENCHMARKS_DIR: `${folder}/benchmarks`,
      OPENAI_API_KEY: "k",
      OPENAI_BASE_URL: `${provider}/v1`,
      EVAL_QUESTION_CONCURRENCY: "3",
    },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const url = await address(child);
  return { child, url: `${url}/api/v1` };
}

/** Reads the log until the service says where it listens and that it is ready, and goes on reading. */
async function address(child: Deno.ChildProcess): Promise<string> {
  const ready = Promise.withResolvers<string>();
  let text = "";
  const reading = child.stdout.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(chunk) {
        text += chunk;
        const url = text.match(/"url":"(http:[^"]+)"/)?.[1];
        if (url && text.includes("all services are ready")) ready.resolve(url);
      },
    }),
  );
  reading.then(() => ready.reject(new Error(text)), ready.reject);
  return await ready.promise;
}

import assert from "node:assert/strict";
import { readLog } from "lib/processes/process_log.ts";
import { quickEmbedded } from "lib/embedded/template_fixture.ts";
import { noAnswer, serveScript, TEST_SECRET } from "lib/testing.ts";
import { signJwt } from "lib/auth/auth.ts";
import { z } from "zod";
import { Agent } from "../agents/agent.ts";
import { calls } from "../fixture.ts";
import { Run } from "./run.ts";
import { scriptedModel } from "../model/scripted_model.ts";
import { Trace } from "./traces.ts";

interface Process extends AsyncDisposable {
  url: string;
  kill(signal: Deno.Signal): Promise<void>;
  api(method: string, path: string, body?: unknown): Promise<Response>;
}

/** A service as a process of its own, ready. */
async function spawned(name: string, settings: Record<string, string>): Promise<Process> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `services/${name}/main.ts`],
    env: {
      HOST: "127.0.0.1",
      JWT_SECRET: TEST_SECRET,
      ...await quickEmbedded({ [name]: import.meta.resolve(`../../${name}/migrations/`) }),
      ...settings,
      [`${name.toUpperCase()}_PORT`]: "0",
    },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const { url: listening, ended } = readLog(child.stdout);
  const url = await listening;
  let running = true;
  const kill = async (signal: Deno.Signal) => {
    if (running) child.kill(signal);
    running = false;
    await child.status;
    await ended;
  };
  const authorization = `Bearer ${await signJwt(TEST_SECRET, { sub: "user-1", role: "user" })}`;
  return {
    url,
    kill,
    api: (method, path, body) =>
      fetch(`${url}/api/v1/${path}`, {
        method,
        headers: { authorization, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => kill("SIGKILL"),
  };
}

Deno.test("a run that kill -9 cut off is interrupted after the restart, its steps kept", async () => {
  const dir = await Deno.makeTempDir();
  await using model = scriptedModel((_, index) =>
    index === 0 ? calls("calculator", { expression: "6*7" }) : { respond: noAnswer }
  );
  const settings = { DATA_DIR: dir, AGENTS_OPENAI_BASE_URL: model.url, RATE_LIMIT_PER_MINUTE: "10000" };
  const first = await spawned("agents", settings);
  const agent = Agent.parse(
    await (await first.api("POST", "agents", { name: "Helper", tools: ["calculator"] })).json(),
  );
  const run = Run.parse(
    await (await first.api("POST", `agents/${agent.id}/run?background=true`, { input: "?" })).json(),
  );
  const traceOf = async ({ api }: typeof first) =>
    Trace.parse(await (await api("GET", `agents/${agent.id}/traces/${run.id}`)).json());
  const resultIn = ({ steps }: Trace) => steps[0]?.tool_calls[0]?.result;
  while (!resultIn(await traceOf(first))) await new Promise((done) => setTimeout(done, 20));
  await first.kill("SIGKILL");

  await using second = await spawned("agents", settings);
  const trace = await traceOf(second);
  assert.deepEqual([trace.status, trace.failure, trace.steps_count, trace.total_tokens], [
    "interrupted",
    "interrupted",
    1,
    15,
  ]);
  assert.equal(resultIn(trace), '{"expression":"6*7","result":"42"}');
  const now = Agent.parse(await (await second.api("GET", `agents/${agent.id}`)).json());
  assert.deepEqual([now.runs_count, now.success_rate], [1, 0]);
  await second.kill("SIGTERM");
  await Deno.remove(dir, { recursive: true });
});

const Spans = z.object({
  resourceSpans: z.array(z.object({
    scopeSpans: z.array(z.object({
      spans: z.array(z.object({
        name: z.string(),
        spanId: z.string(),
        parentSpanId: z.string().optional(),
        attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
      })),
    })),
  })),
});

for (const content of [false, true]) {
  Deno.test(`with OTEL_DENO=true a run is a tree of GenAI spans, ${content ? "with content when asked" : "without content"}`, async () => {
    const dir = await Deno.makeTempDir();
    await using collector = serveScript(() => Response.json({}));
    await using model = scriptedModel([
      calls("calculator", { expression: "6*7" }),
      calls("calculator", { expression: "1/0" }, "c2"),
      { content: "It is 42." },
    ]);
    const service = await spawned("agents", {
      DATA_DIR: dir,
      AGENTS_OPENAI_BASE_URL: model.url,
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: String(content),
    });
    const agent = Agent.parse(
      await (await service.api("POST", "agents", { name: "Helper", tools: ["calculator"] })).json(),
    );
    const run = Run.parse(
      await (await service.api("POST", `agents/${agent.id}/run`, { input: "the question" })).json(),
    );
    assert.equal(run.status, "completed");
    await service.kill("SIGTERM");
    const spans = collector.requests.filter(({ path }) => path === "/v1/traces")
      .flatMap(({ body }) => Spans.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans)
      .map(({ attributes, ...span }) => ({
        ...span,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      }));
    const root = spans.find(({ name }) => name === "invoke_agent Helper");
    assert.ok(root);
    assert.equal(root.attributes["gen_ai.agent.id"], agent.id);
    assert.equal(root.attributes["gen_ai.operation.name"], "invoke_agent");
    const children = spans.filter(({ parentSpanId, name }) =>
      parentSpanId === root.spanId && !/^(GET|POST)/.test(name)
    );
    assert.deepEqual(children.map(({ name }) => name).sort(), [
      ...Array(3).fill("chat gpt-4o-mini"),
      ...Array(2).fill("execute_tool calculator"),
    ]);
    const chat = children.find(({ name }) => name.startsWith("chat"));
    assert.equal(Number(chat?.attributes["gen_ai.usage.input_tokens"]), 10);
    assert.equal(chat?.attributes["gen_ai.provider.name"], "openai");
    const failed = children.find(({ attributes }) => attributes["error.type"] !== undefined);
    assert.equal(failed?.attributes["gen_ai.tool.call.id"], "c2");
    const told = JSON.stringify(spans);
    for (const text of ["It is 42", "6*7"]) assert.equal(told.includes(text), content, text);
    await Deno.remove(dir, { recursive: true });
  });
}

Deno.test("an agent uses the documents service's own MCP server", async () => {
  const dir = await Deno.makeTempDir();
  await using documents = await spawned("documents", { DATA_DIR: `${dir}/documents` });
  await using model = scriptedModel([calls("docs__search_documents", { search: "عقد" }), {
    content: "None.",
  }]);
  await using service = await spawned("agents", {
    DATA_DIR: `${dir}/agents`,
    AGENTS_OPENAI_BASE_URL: model.url,
    AGENTS_MCP_SERVERS: JSON.stringify({ docs: { url: `${documents.url}/mcp`, auth: "caller" } }),
  });
  const made = await service.api("POST", "agents", { name: "Reader", tools: ["docs.search_documents"] });
  assert.equal(made.status, 201);
  const agent = Agent.parse(await made.json());
  const answer = await service.api("POST", `agents/${agent.id}/run`, { input: "?" });
  const body = await answer.json();
  assert.equal(answer.status, 201, JSON.stringify(body));
  const run = Run.parse(body);
  assert.equal(run.status, "completed");
  const trace = Trace.parse(await (await service.api("GET", `agents/${agent.id}/traces/${run.id}`)).json());
  const [call] = trace.steps[0]?.tool_calls ?? [];
  assert.deepEqual([call?.name, call?.status], ["docs.search_documents", "ok"]);
  assert.match(call?.result ?? "", /"documents":\[\],"total":0/);
  await Deno.remove(dir, { recursive: true });
});

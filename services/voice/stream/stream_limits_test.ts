import assert from "node:assert/strict";
import { jwtVerifier, type VerifyJwt } from "lib/auth/auth.ts";
import { unauthorized } from "lib/errors.ts";
import { createSemaphore } from "lib/semaphore.ts";
import { TEST_SECRET } from "lib/testing.ts";
import { spoken, testVoice } from "../testing.ts";
import { openConnection } from "./connection.ts";
import { withStreams } from "./stream.ts";
import { connect, eventually, PATH, served, silence, speech, statuses, token } from "./stream_fixture.ts";

Deno.test("bad frames, floods and failing providers close with their codes", async () => {
  await using server = await served(
    (_request, recorded) => recorded.bytes.length > 0 ? new Response("{}", { status: 404 }) : spoken(""),
    { STREAM_BACKLOG_MB: "0.2" },
  );
  const text = await connect(server.url);
  text.send("what is this");
  assert.equal(await text.closed, 1003);
  const large = await connect(server.url);
  large.send(new Uint8Array(2 ** 20 + 1));
  assert.equal(await large.closed, 1009);
  const failing = await connect(server.url);
  failing.send(await speech());
  failing.send(new Uint8Array(0));
  assert.equal(await failing.closed, 1011);
  assert.match(failing.messages.at(-1)?.error ?? "", /answered 404/);
});

Deno.test("a flood beyond the backlog is answered as far as it was taken, then 1013", async () => {
  await using server = await served(undefined, { STREAM_BACKLOG_MB: "0.2" });
  const client = await connect(server.url);
  const part = new Uint8Array([...await speech(), ...silence(1)]);
  for (let count = 0; count < 20; count++) client.send(part);
  assert.equal(await client.closed, 1013);
  const completed = statuses(client).filter((status) => status === "completed").length;
  assert.ok(completed >= 2 && completed < 20, `${completed}`);
  const { total } = await (await server.voice.get("/api/v1/transcriptions", { sub: "alice" })).json();
  assert.equal(total, completed);
});

Deno.test("a token that runs out closes with 1008 after what was said", async () => {
  const heard = Promise.withResolvers<void>();
  const real = jwtVerifier({ secret: TEST_SECRET });
  let opened = false;
  const verify: VerifyJwt = async (jwt) => {
    if (!opened) return await real(jwt);
    await heard.promise;
    throw unauthorized("Token has expired");
  };
  await using server = await served(undefined, {}, { verify });
  // Its time is up, which the verifier allows for clocks that differ: it is looked at again at once.
  const client = await connect(server.url, "", await token("alice", -1));
  opened = true;
  client.send(await speech());
  await eventually(() => Promise.resolve(server.voice.deps.stream.streams.heldBytes > 0));
  heard.resolve();
  assert.equal(await client.closed, 1008);
  assert.equal(statuses(client).filter((status) => status === "completed").length, 1);
  assert.equal(statuses(client).includes("error"), true);
});

Deno.test("before the upgrade: 401, 422, 426 and 503", async () => {
  await using server = await served(undefined, { STREAM_MAX_CONNECTIONS_PER_USER: "1" });
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://${server.url}${query}`, { headers });
    return { status: response.status, body: await response.json() };
  };
  const jwt = await token();
  assert.deepEqual((await ask("")).status, 401);
  assert.match((await ask("?token=nonsense")).body.detail, /Invalid token/);
  assert.equal((await ask(`?token=${await token("a", -60)}`)).status, 401);
  const refused = await ask(`?token=${jwt}&sample_rate=4000&encoding=mp3`);
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.details.map(({ loc }: { loc: string[] }) => loc), [["query", "sample_rate"], [
    "query",
    "encoding",
  ]]);
  assert.equal((await ask(`?token=${jwt}`)).status, 426);
  const first = await connect(server.url);
  await assert.rejects(connect(server.url), /not opened/);
  const other = await connect(server.url, "", await token("bob"));
  for (const client of [first, other]) {
    client.close();
    await client.closed;
  }
});

Deno.test("60 streams opened at once are 50 when 50 is the limit, and a place that is left is free again", async () => {
  await using server = await served(undefined, { STREAM_MAX_CONNECTIONS_PER_USER: "50" });
  const jwt = await token();
  const tried = await Promise.allSettled(Array.from({ length: 60 }, () => connect(server.url, "", jwt)));
  const open = tried.flatMap((attempt) => attempt.status === "fulfilled" ? [attempt.value] : []);
  assert.deepEqual([open.length, server.voice.deps.stream.streams.open], [50, 50]);
  const [first, ...others] = open;
  first?.close();
  await first?.closed;
  await eventually(() => Promise.resolve(server.voice.deps.stream.streams.open === 49));
  others.push(await connect(server.url, "", jwt));
  for (const client of others) client.close();
  await Promise.all(others.map(({ closed }) => closed));
});

Deno.test("a request that took a place and cannot be upgraded gives it back", async () => {
  await using voice = await testVoice();
  const { streams } = voice.deps.stream;
  const serve = withStreams(voice.app, streams);
  // No server stands behind this request, so that its upgrade fails.
  const request = new Request(`http://localhost${PATH}?token=${await token()}`, {
    headers: { upgrade: "websocket" },
  });
  await assert.rejects(serve(request));
  assert.equal(streams.open, 0);
});

Deno.test("a client that is gone before its socket opened gives its slot back after five seconds", async () => {
  await using voice = await testVoice();
  // It takes connections and never answers, so that the socket stays at CONNECTING, without an event.
  using silent = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const socket = new WebSocket(`ws://127.0.0.1:${silent.addr.port}`);
  const { stream, service, speechToText, transcribeFile, transcriptions } = voice.deps;
  let ended = 0;
  const connection = openConnection(socket, {
    user: { sub: "alice", role: "user", jwt: await token() },
    model: "m",
    language: "",
    sampleRate: 16_000,
    encoding: "pcm_s16le",
    channels: 1,
    interim: false,
    endpointingMs: 700,
    limits: stream.limits,
  }, {
    deps: { ...service, speechToText, transcribeFile, transcriptions, calls: createSemaphore(1) },
    onFrame: () => {},
    onEnd: () => ended++,
  });
  const start = Date.now();
  connection.tick(start + 4_000);
  assert.equal(ended, 0);
  connection.tick(start + 6_000);
  connection.tick(start + 7_000);
  assert.equal(ended, 1);
  socket.onerror = null;
  socket.close();
});

Deno.test("a service without a provider refuses streams with 503", async () => {
  await using server = await served(undefined, { OPENAI_API_KEY: "", OPENAI_BASE_URL: "" });
  const socketRequest = { headers: { upgrade: "websocket", connection: "upgrade" } };
  const response = await server.voice.app.request(`${PATH}?token=${await token()}`, socketRequest);
  assert.equal(response.status, 503);
  assert.match((await response.json()).error, /OPENAI_API_KEY.*STT_LOCAL_MODEL_DIR/);
});

Deno.test("all streams together hold no more audio than STREAM_MEMORY_MB", async () => {
  const pause = Promise.withResolvers<void>();
  await using server = await served(async () => {
    await pause.promise;
    return spoken("Late");
  }, { STREAM_MEMORY_MB: "0.15" });
  const audio = new Uint8Array([...await speech(), ...silence(1)]);
  const [first, second] = [await connect(server.url), await connect(server.url)];
  first.send(audio);
  await first.until(1);
  second.send(audio);
  second.send(audio);
  second.send(audio);
  await second.until(2);
  assert.equal(statuses(second).includes("error"), true);
  pause.resolve();
  assert.equal(await second.closed, 1013);
  first.send(new Uint8Array(0));
  assert.equal(await first.closed, 1000);
});

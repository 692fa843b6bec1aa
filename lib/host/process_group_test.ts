import assert from "node:assert/strict";
import { diskFolder } from "lib/embedded/template_fixture.ts";
import { smallGroup } from "./process_fixture.ts";

async function inFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir({ dir: diskFolder() });
  try {
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const pauseMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The process that answers a new connection. */
async function answering(url: string): Promise<string> {
  const response = await fetch(url, { headers: { connection: "close" } });
  assert.equal(response.status, 200);
  return await response.text();
}

/** Asks until `count` processes other than `gone` have answered. */
async function processesOf(url: string, count: number, gone?: string): Promise<string[]> {
  const seen = new Set<string>();
  while (seen.size < count) {
    // A killed process takes connections with it that the kernel had assigned to it.
    const pid = await answering(url).catch((error) => gone ?? Promise.reject(error));
    if (pid !== gone) seen.add(pid);
  }
  return [...seen];
}

function isAlive(pid: string): boolean {
  try {
    return /^State:\s+[^ZX]/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}

/** A client that repeats requests on one connection until told to stop. */
async function keptClient(url: string, path = "/") {
  const { hostname, port } = new URL(url);
  const client = { last: "", answers: 0, connections: 0, stop: () => void (stopped = true), ended: ask() };
  let stopped = false;

  async function ask(): Promise<void> {
    await Promise.resolve();
    while (!stopped) {
      using conn = await Deno.connect({ hostname, port: Number(port) });
      client.connections++;
      for (let goesOn = true; goesOn && !stopped;) goesOn = await askOnce(conn);
    }
  }

  async function askOnce(conn: Deno.Conn): Promise<boolean> {
    await conn.write(new TextEncoder().encode(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`));
    const bytes = new Uint8Array(4096);
    let text = "";
    for (;;) {
      const read = await conn.read(bytes);
      assert.ok(read, `the connection ended without an answer after ${client.answers} answers: ${text}`);
      text += new TextDecoder().decode(bytes.subarray(0, read));
      const [, status, head, body] = /^HTTP\/1\.1 (\d+)(.*?)\r\n\r\n(.+)$/s.exec(text) ?? [];
      if (body === undefined) continue;
      assert.equal(status, "200");
      client.last = body;
      client.answers++;
      return !/connection: close/i.test(head ?? "");
    }
  }
  return await Promise.resolve(client);
}

Deno.test("processes answer at one port, and one that is killed is started again", () =>
  inFolder(async (dir) => {
    await using group = await smallGroup(dir, "3");
    const [first = ""] = await processesOf(group.url, 3);
    assert.ok(!first.startsWith(String(group.child.pid)), "the first process serves nobody itself");
    Deno.kill(Number(first), "SIGKILL");
    while (isAlive(first)) await pauseMs(20);
    await processesOf(group.url, 3, first);
    assert.ok(
      group.lines.some(({ message, pid }) => /started again/.test(String(message)) && pid === Number(first)),
    );
    group.child.kill("SIGTERM");
    assert.equal((await group.child.status).code, 0);
  }));

Deno.test("no client sees an error when one process stops, and connections are spread evenly before and after", () =>
  inFolder(async (dir) => {
    await using group = await smallGroup(dir, "2");
    const pids = await processesOf(group.url, 2);
    const clients = await Promise.all(Array.from({ length: 16 }, () => keptClient(group.url, "/?ms=2")));
    const failures: unknown[] = [];
    for (const { ended } of clients) ended.catch((error) => failures.push(error));
    const shares = () => {
      const counts = Map.groupBy(clients.filter(({ last }) => last), ({ last }) => last);
      return [...counts.values()].map(({ length }) => length).sort((a, b) => b - a);
    };
    const even = async (gone?: string) => {
      while (shares().length < 2 || (shares()[0] ?? 0) > 9 || clients.some(({ last }) => last === gone)) {
        assert.deepEqual(failures, []);
        await pauseMs(50);
      }
    };
    await even();
    Deno.kill(Number(pids[0]), "SIGTERM");
    while (isAlive(pids[0] ?? "")) await pauseMs(20);
    await even(pids[0]);
    for (const { stop } of clients) stop();
    await Promise.allSettled(clients.map(({ ended }) => ended));
    assert.deepEqual(failures, []);
  }));

Deno.test("on SIGTERM all processes finish what they have in hand, refuse what is new, and end", () =>
  inFolder(async (dir) => {
    await using group = await smallGroup(dir, "2");
    const pids = await processesOf(group.url, 2);
    const inHand = Array.from({ length: 8 }, () => fetch(`${group.url}/?ms=700`));
    await pauseMs(300);
    group.child.kill("SIGTERM");
    const statuses = (await Promise.all(inHand)).map(({ status }) => status);
    assert.deepEqual(statuses, new Array(8).fill(200));
    assert.equal((await group.child.status).code, 0);
    assert.deepEqual(pids.filter(isAlive), []);
    assert.ok(!group.lines.some(({ message }) => /started again/.test(String(message))));
  }));

Deno.test("no process lives on without the first one", () =>
  inFolder(async (dir) => {
    await using group = await smallGroup(dir, "2");
    const pids = await processesOf(group.url, 2);
    group.child.kill("SIGKILL");
    await group.child.status;
    while (pids.some(isAlive)) await pauseMs(20);
  }));

Deno.test("log lines of all processes are whole and say which wrote them; SIGHUP reaches each", () =>
  inFolder(async (dir) => {
    await using group = await smallGroup(dir, "2");
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => fetch(`${group.url}/log?n=${n}`).then((r) => r.text())),
    );
    group.child.kill("SIGHUP");
    const written = (word: string) => group.lines.filter(({ message }) => String(message).startsWith(word));
    while (written("xxx").length < 60 || written("reloaded").length < 2) await pauseMs(20);
    assert.deepEqual(group.torn, []);
    assert.deepEqual(new Set(written("xxx").map(({ n }) => n)).size, 60);
    assert.deepEqual(new Set(written("reloaded").map(({ process }) => process)), new Set([0, 1]));
  }));

Deno.test("SIGHUP ends no process of a service that has nothing to reload, and cuts no request", () =>
  inFolder(async (dir) => {
    await using group = await smallGroup(dir, "2", { env: { SMALL_RELOADS: "no" } });
    const pids = await processesOf(group.url, 2);
    const inHand = Array.from({ length: 8 }, () => fetch(`${group.url}/?ms=500`));
    for (const pid of [group.child.pid, ...pids.map(Number)]) Deno.kill(pid, "SIGHUP");
    assert.deepEqual((await Promise.all(inHand)).map(({ status }) => status), new Array(8).fill(200));
    assert.deepEqual((await processesOf(group.url, 2)).sort(), pids.sort());
  }));

Deno.test("a group takes no port that somebody has, and says which right it lacks", () =>
  inFolder(async (dir) => {
    const rights = ["--allow-net", "--allow-env", "--allow-sys", "--allow-read", "--allow-write"];
    await assert.rejects(
      smallGroup(dir, "2", { flags: ["--no-prompt", ...rights] }),
      /SMALL_PROCESSES: more than one process needs the right to run this program, --allow-run=\/proc\/self\/exe/,
    );
    const flags = ["--no-prompt", ...rights, "--allow-run=/proc/self/exe"];
    await using narrow = await smallGroup(dir, "2", { flags });
    const { port } = new URL(narrow.url);
    await assert.rejects(
      smallGroup(dir, "2", { env: { SMALL_PORT: port } }),
      new RegExp(`Port ${port} is in use`),
    );
    await assert.rejects(smallGroup(dir, "many"), /SMALL_PROCESSES: must be auto, or a number/);
  }));

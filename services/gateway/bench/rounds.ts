/**
 * Gateways, nginx and the bare proxy in many short turns, each pinned to one core while load (`wrk`) and
 * provider use another (Linux). Rates are meaningful on an idle machine, processor time of a request also on
 * a busy one:
 *
 *     TEST_DATABASE_URL=… deno run -A services/gateway/bench/rounds.ts [--rounds 9] [--seconds 2] \
 *       [--only chats16,chats64,streams16,streams64] [--gateway name=SETTING=value,SETTING=value …] [--floors]
 *
 * Each `--gateway` adds one with those settings (DENO_V8_FLAGS with `;` for its commas); the default is one
 * as its task starts it. `--floors` adds the lower bounds of floors.ts. Without TEST_DATABASE_URL it uses the
 * embedded database. nginx is skipped if it is not installed.
 */
import { parseArgs } from "node:util";
import { freePort } from "lib/host/free_port_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { type Nginx, startNginx } from "./nginx.ts";
import {
  answers,
  pinned,
  residentMb,
  spawn,
  spentBy,
  startBare,
  startFloor,
  startGateway,
  stopped,
  type Target,
} from "./targets.ts";
import { measureWithWrk } from "./wrk.ts";
import { median } from "lib/median.ts";
import { print } from "lib/print.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
    warm: { type: "string", default: "8" },
    only: { type: "string", default: "chats16,chats64,streams16,streams64" },
    gateway: { type: "string", multiple: true, default: ["gateway"] },
    floors: { type: "boolean", default: false },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const MESSAGES = [{ role: "user", content: "hello" }];
const BODIES = {
  chats: { model: "mock", messages: MESSAGES },
  streams: { model: "mock", stream: true, messages: MESSAGES },
};

// Only the relay streams.
const FLOORS = values.only.includes("streams") ? ["relay"] : ["answer", "socket", "relay"];

interface Turn {
  rate: number;
  p99: number;
  /** Microseconds of processor time of an answer. */
  cost: number;
}

interface Contender extends Omit<Target, "name"> {
  name: string;
  /** The process that does the work. */
  pid: number;
}

async function turn(
  contender: Contender,
  body: string,
  connections: number,
  seconds = SECONDS,
): Promise<Turn> {
  const before = await spentBy(contender.pid);
  const load = {
    url: `${contender.url}/v1/chat/completions`,
    body,
    connections,
    seconds,
    headers: contender.headers,
  };
  const { rate, p99, errors } = await measureWithWrk(load, (command) => pinned(0, command));
  if (errors > 0) throw new Error(`${contender.name}: ${errors} calls failed`);
  return { rate, p99, cost: (await spentBy(contender.pid) - before) / (rate * seconds) };
}

async function compare(contenders: Contender[], scenario: string): Promise<void> {
  const [, kind = "", connections = ""] = /^(chats|streams)(\d+)$/.exec(scenario) ?? [];
  const body = JSON.stringify(kind === "streams" ? BODIES.streams : BODIES.chats);
  const turns = new Map<string, Turn[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < contenders.length; at++) {
      const contender = contenders[(at + round) % contenders.length];
      if (contender) turns.get(contender.name)?.push(await turn(contender, body, Number(connections)));
    }
  }
  print(
    `${scenario}: a second, p99 ms, us of processor time, MB; then the rate to nginx's and to the bare proxy's, p99 to the latter's`,
  );
  const gateways = new Set(values.gateway.map((text) => variant(text).name));
  const first = contenders.find(({ name }) => gateways.has(name));
  for (const contender of contenders) {
    const own = turns.get(contender.name) ?? [];
    const ratio = (other: string, of: keyof Turn) => {
      const beside = turns.get(other);
      return beside
        ? median(own.map((turn, round) => turn[of] / (beside[round]?.[of] ?? NaN))).toFixed(2)
        : "-";
    };
    const middle = (of: keyof Turn) => median(own.map((turn) => turn[of]));
    print([
      `  ${contender.name.padEnd(12)} ${middle("rate").toFixed(0)}/s`,
      `${middle("p99").toFixed(1)} ms`,
      `${middle("cost").toFixed(1)} us`,
      `${(await residentMb(contender.process)).toFixed(0)} MB`,
      `nginx ${ratio("nginx", "rate")}`,
      `bare ${ratio("bare", "rate")} (us ${ratio("bare", "cost")})`,
      `p99 ${ratio("bare", "p99")}`,
      ...contender === first || !gateways.has(contender.name)
        ? []
        : [`us to ${first?.name}'s ${ratio(first?.name ?? "", "cost")}`],
    ].join("; "));
  }
}

/** Name and settings of a gateway, from `name=SETTING=value,SETTING=value`. */
function variant(text: string): { name: string; settings: Record<string, string> } {
  const [name = "", ...rest] = text.split("=");
  const settings = rest.join("=").split(",").filter(Boolean).map((setting) => {
    const at = setting.indexOf("=");
    return [setting.slice(0, at), setting.slice(at + 1).replaceAll(";", ",")];
  });
  return { name, settings: Object.fromEntries(settings) };
}

const port = freePort();
const provider = `http://127.0.0.1:${port}`;
const mock = spawn(0, "bench/mock_provider.ts", [String(port)]);
const dir = await Deno.makeTempDir();
const server = Deno.env.get("TEST_DATABASE_URL");
const databases: AsyncDisposable[] = [];
const contenders: Contender[] = [];
let nginx: Nginx | undefined;
try {
  await answers(`${provider}/v1/models`);
  nginx = await startNginx(provider, `${dir}/nginx`, pinned);
  if (nginx) contenders.push(nginx);
  const bare = await startBare(provider);
  contenders.push({ ...bare, pid: bare.process.pid });
  for (const kind of values.floors ? FLOORS : []) {
    const floor = await startFloor(kind, provider);
    contenders.push({ ...floor, pid: floor.process.pid });
  }
  for (const { name, settings } of values.gateway.map(variant)) {
    const database = server
      ? await testServerDatabase(server, "gateway", import.meta.resolve("../migrations/"))
      : undefined;
    if (database) databases.push(database);
    const gateway = await startGateway(server ? "server" : "embedded", {
      ...{ provider, dir: `${dir}/${name}`, databaseUrl: database?.url ?? "", settings },
    });
    contenders.push({ ...gateway, name, pid: gateway.process.pid });
  }
  for (const contender of contenders) {
    for (const body of Object.values(BODIES)) {
      await turn(contender, JSON.stringify(body), 16, Number(values.warm));
    }
  }
  for (const scenario of values.only.split(",")) await compare(contenders, scenario);
} finally {
  for (const { process } of contenders) await stopped(process);
  await stopped(mock);
  for (const database of databases) await database[Symbol.asyncDispose]();
  await Deno.remove(dir, { recursive: true });
}

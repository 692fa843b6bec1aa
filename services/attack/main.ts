/**
 * `deno task attack`: attacks a temporary platform with hostile requests, bad credentials, kills, and a
 * database outage. Prints counts and faults; exits with 1 when there are faults.
 */
import { parseArgs } from "node:util";
import { denokv } from "lib/kv/denokv_fixture.ts";
import { outagesOfCopies } from "./copies.ts";
import { tryCredentials } from "./credentials.ts";
import { fuzz } from "./fuzz.ts";
import { killRounds } from "./kills.ts";
import { outage } from "./outage.ts";
import { PROVIDER_KEY, startPlatform } from "./platform.ts";
import { readTargets } from "./target.ts";
import { print } from "lib/print.ts";

const { values } = parseArgs({
  options: {
    each: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    kills: { type: "string", default: "14" },
    outage: { type: "string", default: "30" },
    database: { type: "string" },
  },
});
const [each, seed, kills, seconds] = [values.each, values.seed, values.kills, values.outage].map(Number);

const isMissing = values.database === undefined || denokv.missing !== undefined;

/** Runs one attack in its own folder and counts its faults. */
async function attack(
  name: string,
  run: (dir: string) => Promise<{ said: string; faults: string[] }>,
): Promise<number> {
  const dir = await Deno.makeTempDir({ prefix: "diwan-attack-" });
  try {
    print(`${name} …`);
    const { said, faults } = await run(dir);
    print(`  ${said}, ${faults.length} faults`);
    for (const fault of faults) print(`  ${fault}`);
    return faults.length;
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const sentences = (faults: { id: string; fault: string }[]) =>
  faults.map(({ id, fault }) => `${id}: ${fault}`);

print(`seed ${seed}`);
const counts = [
  await attack("hostile requests", async (dir) => {
    await using platform = await startPlatform(dir, {
      OPENAI_API_KEY: PROVIDER_KEY,
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
    });
    const targets = await readTargets(platform);
    let done = 0;
    const onTarget = () => void (++done % 20 === 0 && print(`  ${done} of ${targets.length} operations`));
    const { requests, faults, statuses } = await fuzz(platform, targets, {
      each: each ?? 100,
      seed: seed ?? 1,
      onTarget,
    });
    const code = await platform.stop();
    const ended = code === 0 ? [] : [{ id: "all", fault: `ended with ${code}` }];
    const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`)
      .join(", ");
    return {
      said: `${requests} requests to ${targets.length} operations (${counted})`,
      faults: sentences([...faults, ...ended]),
    };
  }),
  await attack("bad credentials", async (dir) => {
    await using platform = await startPlatform(dir);
    const { requests, faults } = await tryCredentials(await readTargets(platform));
    return { said: `${requests} tries`, faults: sentences(faults) };
  }),
  await attack("kills", async (dir) => {
    const ms = (round: number) => 300 + (round * 397) % 1_700;
    const { acknowledged, faults } = await killRounds(dir, { rounds: kills ?? 14, writers: 8, ms });
    return { said: `${kills} kills, ${acknowledged} writes acknowledged`, faults };
  }),
  values.database === undefined ? 0 : await attack("the database away", async (dir) => {
    const { requests, unavailable, faults } = await outage(dir, {
      database: values.database ?? "",
      seconds: seconds ?? 30,
    });
    return { said: `${requests} requests while away, ${unavailable} of them 503`, faults: sentences(faults) };
  }),
  isMissing ? 0 : await attack("two copies, killed and without KV and database in turn", async (dir) => {
    const { phases, acknowledged, faults } = await outagesOfCopies(dir, {
      ...{ database: values.database ?? "", seconds: seconds ?? 30, perSecond: 20 },
      say: (line) => print(`  ${line}`),
    });
    for (const [name, counts] of Object.entries(phases)) print(`  ${name}: ${JSON.stringify(counts)}`);
    return { said: `${acknowledged} writes acknowledged`, faults };
  }),
];
if (denokv.missing) print(`two copies: skipped, ${denokv.missing}`);
if (values.database === undefined) {
  print("the database away: skipped, give --database postgres://… of a server to spare");
}
Deno.exit(counts.some((count) => count > 0) ? 1 : 0);

/** Kills the platform while it takes writes, and checks that every acknowledged write survives. */
import { ADMIN_KEY, type Platform, startPlatform } from "./platform.ts";
import { type Acknowledged, WRITERS } from "./writers.ts";

/**
 * Kills the platform in `dir` `rounds` times, each after `ms(round)` milliseconds of writes by `writers`
 * concurrent callers. Faults are lost acknowledged writes and failed starts.
 */
export async function killRounds(
  dir: string,
  { rounds, writers, ms, env = {} }: {
    rounds: number;
    writers: number;
    ms(round: number): number;
    env?: Record<string, string>;
  },
): Promise<{ acknowledged: number; faults: string[] }> {
  const faults: string[] = [];
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    const platform = await startPlatform(dir, env);
    const written = await writeUntilKilled(platform, { writers, ms: ms(round) });
    acknowledged += written.length;
    await using again = await startPlatform(dir, env);
    for (const { what, isThere } of written) {
      if (!await isThere(again)) faults.push(`round ${round}: ${what} is gone`);
    }
    if (await again.stop() !== 0) faults.push(`round ${round}: a stop after a kill did not end well`);
  }
  return { acknowledged, faults };
}

async function writeUntilKilled(
  platform: Platform,
  { writers, ms }: { writers: number; ms: number },
): Promise<Acknowledged[]> {
  const credentials = { jwt: await platform.token("admin"), key: ADMIN_KEY };
  const written: Acknowledged[] = [];
  let killed = false;
  const work = async (index: number) => {
    for (let turn = index; !killed; turn++) {
      try {
        const done = await WRITERS[turn % WRITERS.length]?.(platform, credentials);
        if (done) written.push(done);
      } catch {
        // The platform is down or stopping, so the write was not acknowledged.
        return;
      }
    }
  };
  const working = Promise.all(Array.from({ length: writers }, (_, index) => work(index)));
  await new Promise((resolve) => setTimeout(resolve, ms));
  await platform.kill();
  killed = true;
  await working;
  return written;
}

/** Kills the platform while it takes writes, and checks that every acknowledged write is there. */
import { ADMIN_KEY, fromNewAddress, type Platform, startPlatform } from "./platform.ts";

/** An acknowledged write, and how to find it again. */
interface Acknowledged {
  what: string;
  isThere(platform: Platform): Promise<boolean>;
}

/** Sends one write; returns it when it was acknowledged. */
type Writer = (platform: Platform, jwt: string) => Promise<Acknowledged | undefined>;

const WRITERS: Writer[] = [chat, evaluation, tender, agent];

/**
 * Kills the platform in `dir` `rounds` times, each after `ms(round)` milliseconds of writes by `writers` callers at once.
 * Faults are acknowledged writes that are gone, and starts that fail.
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
  const jwt = await platform.token("admin");
  const written: Acknowledged[] = [];
  let killed = false;
  const work = async (index: number) => {
    for (let turn = index; !killed; turn++) {
      try {
        const done = await WRITERS[turn % WRITERS.length]?.(platform, jwt);
        if (done) written.push(done);
      } catch {
        // The platform is down or stopping, so nothing was acknowledged.
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

async function post(address: string | undefined, credential: string, body: unknown): Promise<Response> {
  return await fetch(address ?? "", {
    method: "POST",
    headers: {
      ...fromNewAddress(),
      authorization: `Bearer ${credential}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
}

async function get(address: string, credential: string): Promise<Response> {
  return await fetch(address, { headers: { ...fromNewAddress(), authorization: `Bearer ${credential}` } });
}

async function chat(platform: Platform): Promise<Acknowledged | undefined> {
  const address = platform.addresses.get("gateway");
  const messages = [{ role: "user", content: "kill me" }];
  const response = await post(`${address}/v1/chat/completions`, ADMIN_KEY, { model: "echo", messages });
  await response.text();
  const id = response.headers.get("x-request-id");
  if (response.status !== 200 || !id) return undefined;
  return {
    what: `the usage record of chat ${id}`,
    async isThere({ addresses }) {
      const response = await get(`${addresses.get("gateway")}/costs?request_id=${id}`, ADMIN_KEY);
      return (await response.json()).total === 1;
    },
  };
}

async function evaluation(platform: Platform, jwt: string): Promise<Acknowledged | undefined> {
  const user_id = crypto.randomUUID();
  const address = platform.addresses.get("guard");
  const response = await post(`${address}/api/v1/governance/evaluate`, jwt, { content: "kill me", user_id });
  await response.text();
  if (response.status !== 200) return undefined;
  return {
    what: `the audit event of evaluation ${user_id}`,
    async isThere({ addresses }) {
      const response = await get(`${addresses.get("guard")}/api/v1/audit/trail?user_id=${user_id}`, jwt);
      return (await response.json()).length === 1;
    },
  };
}

async function tender(platform: Platform, jwt: string): Promise<Acknowledged | undefined> {
  return await created(platform, {
    service: "procurement",
    path: "/api/v1/tenders",
    body: { title: "kill me" },
    jwt,
  });
}

async function agent(platform: Platform, jwt: string): Promise<Acknowledged | undefined> {
  const body = { name: "kill me", system_prompt: "You answer.", tools: [] };
  return await created(platform, { service: "agents", path: "/api/v1/agents", body, jwt });
}

async function created(
  platform: Platform,
  { service, path, body, jwt }: { service: string; path: string; body: unknown; jwt: string },
): Promise<Acknowledged | undefined> {
  const response = await post(`${platform.addresses.get(service)}${path}`, jwt, body);
  const { id } = await response.json();
  if (response.status !== 201) return undefined;
  return {
    what: `${path}/${id}`,
    async isThere({ addresses }) {
      const response = await get(`${addresses.get(service)}${path}/${id}`, jwt);
      await response.body?.cancel();
      return response.status === 200;
    },
  };
}

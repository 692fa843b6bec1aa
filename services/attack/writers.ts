/** Kinds of writes to a platform, each with a way to read it back. */
import { ADMIN_KEY, fromNewAddress, type Platform } from "./platform.ts";

/** An acknowledged write and a way to read it back. */
export interface Acknowledged {
  what: string;
  isThere(platform: Platform): Promise<boolean>;
}

/** Sends one write; returns it if it was acknowledged. */
export type Writer = (platform: Platform, credentials: Credentials) => Promise<Acknowledged | undefined>;

/** Credentials of the writer. */
export interface Credentials {
  /** An admin's token. */
  jwt: string;
  /** The gateway key for chats. */
  key: string;
}

/** All kinds of writes. */
export const WRITERS: readonly Writer[] = [chat, evaluation, tender, agent];

/** Posts `body` from a client address that no rate limit has counted yet. */
export async function post(
  address: string | undefined,
  credential: string,
  body: unknown,
): Promise<Response> {
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

async function chat(platform: Platform, { key }: Credentials): Promise<Acknowledged | undefined> {
  const address = platform.addresses.get("gateway");
  const messages = [{ role: "user", content: "kill me" }];
  const response = await post(`${address}/v1/chat/completions`, key, { model: "echo", messages });
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

async function evaluation(platform: Platform, { jwt }: Credentials): Promise<Acknowledged | undefined> {
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

async function tender(platform: Platform, { jwt }: Credentials): Promise<Acknowledged | undefined> {
  return await created(platform, {
    service: "procurement",
    path: "/api/v1/tenders",
    body: { title: "kill me" },
    jwt,
  });
}

async function agent(platform: Platform, { jwt }: Credentials): Promise<Acknowledged | undefined> {
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

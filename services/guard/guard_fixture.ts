import { z } from "zod";
import type { Sql } from "lib/database/db.ts";
import { readEnv } from "lib/env.ts";
import { bearer, testService } from "lib/testing.ts";
import type { Role } from "lib/auth/auth.ts";
import { auditKeys } from "./audit/audit_keys.ts";
import { createApp, type Guard } from "./app.ts";
import type { Deps } from "./endpoint_deps.ts";
import { Env } from "./env.ts";
import { type Gateway, gatewayClient } from "./gateway_client.ts";

export const TEST_KEYS = auditKeys("a secret of the audit trail, for tests only");

export const MIGRATIONS = import.meta.resolve("./migrations/");

/** A gateway that no test expects to be called. */
export const NO_GATEWAY: Gateway = gatewayClient({ baseUrl: "http://127.0.0.1:9", apiKey: "none" });

/** A guard for tests, and a function to call it. */
export interface TestGuard extends Guard {
  ask(
    method: string,
    path: string,
    body?: unknown,
    options?: { role?: Role; sub?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
  clock: { now: number };
}

export interface Answer {
  status: number;
  headers: Headers;
  // The fields that tests read; each test asserts those that it expects.
  body: Json;
  text: string;
}

/** JSON that tests read without a schema: absent fields are undefined. */
export interface Json {
  [key: string]: Json;
  [index: number]: Json;
}

export async function testGuard(
  sql: Sql,
  { settings = {}, gateway = NO_GATEWAY, service = {}, ...records }:
    & {
      settings?: Record<string, string>;
      gateway?: Gateway;
      service?: Parameters<typeof testService>[0];
    }
    & Pick<Deps, "journals" | "quarantine" | "anchors">
    & Partial<Pick<Deps, "auditKeys" | "piiSecret">> = {},
): Promise<TestGuard> {
  const clock = { now: Date.parse("2026-11-21T10:00:00Z") };
  const env = readEnv(Env, (name) => settings[name]);
  const guard = await createApp({
    ...{
      service: testService(service),
      sql,
      gateway,
      env,
      auditKeys: TEST_KEYS,
      piiSecret: "a secret of names",
      ...records,
    },
    now: () => clock.now,
  });
  return {
    ...guard,
    clock,
    async ask(method, path, body, { role = "admin", sub, headers = {} } = {}) {
      const response = await guard.app.request(`/api/v1${path}`, {
        method,
        headers: {
          ...await bearer(role, sub),
          ...body === undefined ? {} : { "content-type": "application/json" },
          ...headers,
        },
        body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: z.custom<Json>().parse(isJson ? JSON.parse(text) : {}),
      };
    },
  };
}

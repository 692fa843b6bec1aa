/** What all services tell of how they are set up. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, type Loaded } from "../../api.ts";
import { user } from "../../boot.ts";

export interface Setting {
  name: string;
  meaning: string;
  origin: "default" | "derived" | "environment" | "env_file" | "secret_file";
  file: string | null;
  secret: boolean;
  set: boolean;
  value: string | null;
  default: string | null;
}

export interface Installed {
  service: string;
  version: string;
  runtime: { deno: string; system: string };
  database: { engine: "embedded" | "server"; version: string } | null;
  settings: Setting[];
  backups: {
    every_hours: number | null;
    copies: { name: string; taken_at: string; kind: "copy" | "dump"; bytes: number }[];
  } | null;
}

export interface SeenPeople {
  people: { sub: string; role: "admin" | "manager" | "user"; first_seen: string; last_seen: string }[];
}

const SETTINGS = [
  ["gateway", "/gateway/v1/settings"],
  ["procurement", "/procurement/api/v1/settings"],
  ["voice", "/voice/api/v1/settings"],
  ["documents", "/documents/api/v1/docs/settings"],
  ["compliance", "/compliance/api/v1/comply/settings"],
  ["agents", "/agents/api/v1/settings"],
  ["evaluation", "/evaluation/api/v1/settings"],
  ["guard", "/guard/api/v1/settings"],
  ["console", "/console/settings"],
] as const;

const PEOPLE = [
  ["gateway", "/gateway/v1/people"],
  ["procurement", "/procurement/api/v1/people"],
  ["voice", "/voice/api/v1/people"],
  ["documents", "/documents/api/v1/docs/people"],
  ["compliance", "/compliance/api/v1/comply/people"],
  ["agents", "/agents/api/v1/people"],
  ["evaluation", "/evaluation/api/v1/people"],
  ["guard", "/guard/api/v1/people"],
] as const;

/** The answers of the services, and the names of those that gave none. */
export interface FromAll<T> {
  answers: { service: string; answer: T }[];
  silent: string[];
}

/** How each service is set up. */
export const useInstalled = (): Loaded<FromAll<Installed>> =>
  useAll((signal) => SETTINGS.map(([service, path]) => [service, () => get<Installed>(path, { signal })]));

/** Whom each service has seen. */
export const useSeenPeople = (): Loaded<FromAll<SeenPeople>> =>
  useAll((signal) => PEOPLE.map(([service, path]) => [service, () => get<SeenPeople>(path, { signal })]));

/** Asks all services once; it fails only where none answers. */
function useAll<T>(
  requests: (signal: AbortSignal) => (readonly [service: string, ask: () => Promise<T>])[],
): Loaded<FromAll<T>> {
  const data = useSignal<FromAll<T> | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const loading = useSignal(true);
  const asked = useSignal(0);
  const turn = asked.value;
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      loading.value = true;
      // The other services take no keys of the gateway, and their refusal would end the session.
      const mine = requests(stop.signal).filter(([name]) =>
        user.value?.kind !== "key" || ["gateway", "console"].includes(name)
      );
      const told = await Promise.allSettled(
        mine.map(async ([service, ask]) => ({ service, answer: await ask() })),
      );
      if (stop.signal.aborted) return;
      const answers = told.flatMap((settled) => settled.status === "fulfilled" ? [settled.value] : []);
      const silent = mine.map(([name]) => name).filter((_, at) => told[at]?.status === "rejected");
      const refused = told.find((settled) => settled.status === "rejected");
      failure.value = answers.length === 0 ? refused?.reason : undefined;
      data.value = answers.length === 0 ? undefined : { answers, silent };
      loading.value = false;
    };
    void ask();
    return () => stop.abort();
  }, [turn]);
  return { data, failure, loading, reload: () => asked.value++ };
}

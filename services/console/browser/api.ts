/** Requests to the services, through the console. */
import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { csrf } from "./boot.ts";

/** One fault of a refused request, at its place. */
export interface Detail {
  /** Begins with body, query or path. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** A request that a service refused or that did not reach it. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly requestId: string;
  /** The faults of a request that its schema refuses. */
  readonly details: Detail[];
  constructor(status: number, message: string, requestId: string, details: Detail[] = []) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.details = details;
  }
}

/** Set when a service says that nobody is signed in. */
export const signedOut = signal(false);

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: FormData | Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The answer to a request; throws ApiFailure unless it is a success. `path` begins with the service: `/gateway/costs`. */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", json, body, headers = {}, signal } = options;
  const unsafe = method !== "GET";
  const response = await fetch(`/api${path}`, {
    method,
    signal,
    headers: {
      ...headers,
      ...unsafe ? { "x-csrf-token": csrf.value } : {},
      ...json === undefined ? {} : { "content-type": "application/json" },
    },
    body: json === undefined ? body : JSON.stringify(json),
  });
  if (response.ok) return response;
  if (response.status === 401) signedOut.value = true;
  const text = await response.text();
  throw new ApiFailure(
    response.status,
    messageIn(text) ?? `HTTP ${response.status}`,
    response.headers.get("x-request-id") ?? "",
    detailsIn(text),
  );
}

/** The JSON of an answer, trusted to match the service's contract. */
export async function get<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options);
  return JSON.parse(await response.text() || "null");
}

/** One page of a list that tells its length in `X-Total-Count`. */
export async function getList<T>(path: string, signal?: AbortSignal): Promise<{ rows: T[]; total: number }> {
  const response = await send(path, { signal });
  const rows: T[] = await response.json();
  return { rows, total: Number(response.headers.get("x-total-count") ?? rows.length) };
}

function detailsIn(text: string): Detail[] {
  try {
    const { details, error } = Object(JSON.parse(text));
    return Array.isArray(details) ? details.filter(isDetail) : detailOf(error);
  } catch {
    return [];
  }
}

/** The gateway names the field that is at fault as `param`. */
function detailOf(error: unknown): Detail[] {
  const { param, message, type } = Object(error);
  if (typeof param !== "string" || typeof message !== "string") return [];
  return [{ loc: ["body", ...param.split(".")], msg: message, type: String(type) }];
}

function isDetail(value: unknown): value is Detail {
  const { loc, msg, type } = Object(value);
  return Array.isArray(loc) && typeof msg === "string" && typeof type === "string";
}

/** The message in an error's body; undefined where it has none. */
export function messageIn(text: string): string | undefined {
  try {
    return errorMessage(JSON.parse(text));
  } catch {
    return text.slice(0, 200) || undefined;
  }
}

/** The sentence in an error of a service: {error}, {detail}, {error: {message}} or a list of faults. */
function errorMessage(body: unknown): string | undefined {
  if (typeof body === "string") return body;
  if (Array.isArray(body)) return body.map(errorMessage).filter(Boolean).join("; ") || undefined;
  if (typeof body !== "object" || body === null) return undefined;
  const fields = new Map(Object.entries(body));
  const place = fields.get("loc");
  const fault = errorMessage(fields.get("msg"));
  if (fault) return Array.isArray(place) ? `${place.slice(1).join(".")}: ${fault}` : fault;
  const details = fields.get("details") ?? fields.get("detail");
  const below = Array.isArray(details) ? errorMessage(details) : undefined;
  return below ?? errorMessage(fields.get("error")) ?? errorMessage(fields.get("message")) ??
    errorMessage(details);
}

/** The state of a request, for components. */
export interface Loaded<T> {
  data: Signal<T | undefined>;
  failure: Signal<unknown>;
  loading: Signal<boolean>;
  /** Asks again. */
  reload(): void;
}

const MIN_EVERY_MS = 5_000;
/** A service that is away is asked again after this, so that the page is there when it is. */
const AWAY_MS = 5_000;

const isAway = (error: unknown): boolean =>
  error instanceof ApiFailure ? [502, 503, 504].includes(error.status) : error instanceof TypeError;

/**
 * Fetches `path` when a component mounts and whenever the path changes, and every `everyMs` while the page is
 * visible. An undefined path fetches nothing.
 */
export function useGet<T>(path: string | undefined, options: { everyMs?: number } = {}): Loaded<T> {
  return useAsked(path, (signal) => get<T>(path ?? "", { signal }), options);
}

/** Calls `ask` when a component mounts and whenever `key` changes; otherwise as `useGet` does. */
export function useAsked<T>(
  key: string | undefined,
  request: (signal: AbortSignal) => Promise<T>,
  { everyMs }: { everyMs?: number } = {},
): Loaded<T> {
  const data = useSignal<T | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const loading = useSignal(key !== undefined);
  const asked = useSignal(0);
  const turn = asked.value;
  useEffect(() => {
    if (key === undefined) return;
    const stop = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      loading.value = true;
      try {
        data.value = await request(stop.signal);
        failure.value = undefined;
      } catch (error) {
        if (stop.signal.aborted) return;
        failure.value = error;
        if (isAway(error) && everyMs === undefined) later = setTimeout(again, AWAY_MS);
      } finally {
        if (!stop.signal.aborted) loading.value = false;
      }
    };
    void ask();
    const again = () => {
      if (document.visibilityState === "visible") void ask();
      else if (everyMs === undefined) later = setTimeout(again, AWAY_MS);
    };
    const timer = everyMs ? setInterval(again, Math.max(MIN_EVERY_MS, everyMs)) : undefined;
    return () => {
      stop.abort();
      clearTimeout(later);
      clearInterval(timer);
    };
  }, [key, turn]);
  return { data, failure, loading, reload: () => asked.value++ };
}

/**
 * Connects `@opentelemetry/api` to Deno's exporter, and removes paths and queries from the spans that Deno
 * creates by itself.
 */
import type { Attributes, AttributeValue, Span, SpanStatus } from "@opentelemetry/api";

// The global in which that package looks for its implementation, as Deno fills it.
const API = Symbol.for("opentelemetry.js.api.1");
const DENO_VERSION = "1.999.999";

/**
 * Registers Deno's tracer with the package; false when Deno did so itself and creates its own spans
 * (OTEL_DENO_TRACING).
 */
export function registerApi(): boolean {
  const known: unknown = Reflect.get(globalThis, API);
  const api: object = typeof known === "object" && known !== null ? known : { version: DENO_VERSION };
  if ("trace" in api) return false;
  const { tracerProvider, contextManager } = Deno.telemetry;
  Object.assign(api, { trace: tracerProvider, context: contextManager });
  Reflect.set(globalThis, API, api);
  return true;
}

// Some servers take keys in paths and queries, and error messages hold addresses.
const UNTOLD = new Set(["url.path", "url.query", "exception.message", "exception.stacktrace"]);

/** Patches the class of `span`, so that all spans record only the origin of addresses from now on. */
export function quietSpans(span: Span): void {
  const prototype: object = Object.getPrototypeOf(span);
  const setAttribute = span.setAttribute;
  const setStatus = span.setStatus;
  Object.assign(prototype, {
    setAttribute(this: Span, name: string, value: AttributeValue): Span {
      if (UNTOLD.has(name)) return this;
      return setAttribute.call(this, name, name === "url.full" ? originOf(value) : value);
    },
    setAttributes(this: Span, attributes: Attributes): Span {
      for (const [name, value] of Object.entries(attributes)) {
        if (value !== undefined) this.setAttribute(name, value);
      }
      return this;
    },
    setStatus(this: Span, { code }: SpanStatus): Span {
      return setStatus.call(this, { code });
    },
  });
}

function originOf(address: AttributeValue): string {
  return URL.parse(String(address))?.origin ?? "unknown";
}

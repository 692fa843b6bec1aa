/** OpenTelemetry spans by the GenAI conventions, exported by Deno's own OpenTelemetry when OTEL_DENO=true. */
import { type Attributes, type Span, SpanStatusCode, trace } from "@opentelemetry/api";

const tracer = trace.getTracer("diwan.agents");

/** Does `work` inside a span named `name`; a throw marks the span as failed, without its text. */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => T | Promise<T>,
): Promise<T> {
  return await tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error instanceof Error ? error.name : "Error");
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed with an error of kind `type`. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

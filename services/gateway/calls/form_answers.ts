/** Answers to forms, and to requests with answers other than JSON. */
import { isObject } from "lib/json_object.ts";
import { piecesOf } from "lib/http/http_client.ts";
import { withFirstBytes } from "./first_bytes.ts";
import { refuseFailure } from "./refused_success.ts";
import { formBody } from "../uploads/form_data.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { type Answers, type Asked, type Attempt, type Providers, type StreamedAnswer } from "./answer.ts";
import { bodyFor } from "./sent_body.ts";
import { maybeMissing } from "./missing_endpoint.ts";
import { wholeBody } from "lib/http/http_client.ts";
import { failureSourceOf } from "../wires/wire.ts";
import { typedEvents, type TypedStream } from "../streams/typed_events.ts";

const MAX_ANSWER_BYTES = 64 * 2 ** 20;

interface FormOptions {
  /** Whether an answer other than an event stream is forwarded as it arrives. */
  passes?: boolean;
  /** Answers of translated providers. */
  byWire: Answers;
}

/** Answers to requests with streams in the format of `stream`. */
export function formAnswers(stream: TypedStream, { passes = false, byWire }: FormOptions): Answers {
  const native = maybeMissing({
    async whole(providers, asked, attempt) {
      const answer = await providers.upstream.ask({ ...attempt, ...requestOf(asked, attempt) });
      refuseFailure(answer, attempt);
      return answer;
    },
    async streamed(providers, asked, attempt): Promise<StreamedAnswer> {
      const { contentType, body } = await providers.upstream.open({
        ...attempt,
        ...requestOf(asked, attempt),
      });
      if (/^text\/event-stream/i.test(contentType)) {
        const opened = await withFirstBytes(body, attempt);
        return {
          events: typedEvents(piecesOf(opened), stream, failureSourceOf(attempt)),
          abort: () => opened.cancel(),
        };
      }
      // Audio, as opposed to JSON with an error.
      if (passes && !/^application\/json\b/i.test(contentType)) return { passed: body, contentType };
      // Some models answer whole although a stream was requested.
      const whole = await wholeBody(body, MAX_ANSWER_BYTES).catch((cause) => {
        throw new UpstreamError(`${attempt.target.provider} broke off its answer`, { code: "cut", cause });
      });
      refuseFailure(whole, attempt);
      return { whole };
    },
  });
  const answersOf = ({ wireOf }: Providers, { target }: Attempt) => wireOf(target.wire) ? byWire : native;
  return {
    whole: (providers, asked, attempt) => answersOf(providers, attempt).whole(providers, asked, attempt),
    streamed: (providers, asked, attempt) =>
      answersOf(providers, attempt).streamed(providers, asked, attempt),
  };
}

function requestOf(asked: Asked, { target }: Attempt) {
  const body = asked.form
    ? formBody(asked.form, target.model)
    : bodyFor(target, { ...asked, addUsage: false });
  return { path: asked.path, body };
}

/** Whether JSON says that it is of type `name`. */
export function isOfType(data: unknown, name: RegExp): boolean {
  return isObject(data) && typeof data.type === "string" && name.test(data.type);
}

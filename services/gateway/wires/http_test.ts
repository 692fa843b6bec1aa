import assert from "node:assert/strict";
import { sseObjects } from "./events.ts";
import { send, sendForJson } from "./http.ts";
import { inPieces, played } from "./wire_fixture.ts";

const asked = (url: URL) => ({ url: url.href, headers: {}, body: "{}" });

Deno.test("an error never contains the gateway's credentials", async () => {
  const cases: [number, unknown, RegExp][] = [
    [
      400,
      { error: { message: "bad key AKIDEXAMPLE with top-secret-part" } },
      /^bedrock answered 400: bad key \*\*\* with \*\*\*$/,
    ],
    [
      401,
      { error: { message: "Incorrect API key provided: AK**********LE" } },
      /refused the gateway's credentials$/,
    ],
    [403, { message: "The key AKIDE… may not" }, /refused the gateway's credentials$/],
  ];
  for (const [status, body, message] of cases) {
    await using provider = played(
      "bedrock",
      () => Response.json(body, { status }),
      {},
      "AKIDEXAMPLE:top-secret-part",
    );
    const { target } = provider.context;
    await assert.rejects(sendForJson(asked(target.baseUrl), provider.context), { status, message });
  }
});

Deno.test("errors keep AWS's type, Google's list and number, and a retry delay in milliseconds", async () => {
  const aws = {
    "x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/",
    "retry-after-ms": "250",
  };
  await using bedrock = played(
    "bedrock",
    () => Response.json({ message: "Too many requests" }, { status: 429, headers: aws }),
  );
  await assert.rejects(sendForJson(asked(bedrock.context.target.baseUrl), bedrock.context), {
    message: "bedrock answered 429: Too many requests",
    type: "ThrottlingException",
    retryAfterMs: 250,
  });
  const error = { code: 400, message: "Bad", status: "INVALID_ARGUMENT" };
  await using gemini = played("gemini", () => Response.json([{ error }], { status: 400 }));
  await assert.rejects(sendForJson(asked(gemini.context.target.baseUrl), gemini.context), {
    message: "gemini answered 400: Bad",
    type: "INVALID_ARGUMENT",
    code: "400",
  });
});

/** Two events 80 ms apart. */
function slowly(): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (let i = 0; i < 4; i++) {
        controller.enqueue(encoder.encode(`data: {"n":${i}}\n\n`));
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

Deno.test("a stream may take longer than the timeout of its headers; a whole answer may not", async () => {
  await using provider = played("cohere", slowly, { timeoutMs: 80 });
  const { context } = provider;
  const events = sseObjects(await send(asked(context.target.baseUrl), context), context);
  assert.equal((await Array.fromAsync(events)).length, 4);
  await assert.rejects(sendForJson(asked(context.target.baseUrl), context), {
    message: /did not answer within 80 ms/,
    code: "timeout",
  });
});

Deno.test("an invalid event fails the stream instead of leaving a gap", async () => {
  const text = 'data: {"n":1}\n\n: comment\n\ndata: {"n":\n\ndata: {"n":3}\n\n';
  await using provider = played(
    "cohere",
    () => inPieces(new TextEncoder().encode(text), 5, "text/event-stream"),
  );
  const { context } = provider;
  const events = sseObjects(await send(asked(context.target.baseUrl), context), context);
  await assert.rejects(Array.fromAsync(events), { message: /broke off its answer/ });
});

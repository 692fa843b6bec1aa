/**
 * Lower bounds for a proxy on Deno, measured beside nginx: `answer` serves one constant answer with
 * `Deno.serve`; `socket` does so on a bare socket without parsing HTTP; `relay` forwards bytes between each
 * client and its own connection to the provider without reading them.
 *
 *     deno run --allow-net=127.0.0.1 services/gateway/bench/floors.ts relay 9102 http://127.0.0.1:9100
 */
const [kind = "relay", port = "9102", upstream = "http://127.0.0.1:9100"] = Deno.args;
const listen = { hostname: "127.0.0.1", port: Number(port) };
const BODY = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "mock",
  choices: [{ index: 0, message: { role: "assistant", content: "x".repeat(300) }, finish_reason: "stop" }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});

async function passOn(from: Deno.Conn, to: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(65_536);
  for (let read; (read = await from.read(buffer)) !== null;) {
    for (let sent = 0; sent < read;) sent += await to.write(buffer.subarray(sent, read));
  }
  to.closeWrite().catch(() => {});
}

async function relay(client: Deno.Conn): Promise<void> {
  const { hostname, port } = new URL(upstream);
  using provider = await Deno.connect({ hostname, port: Number(port) });
  await Promise.all([passOn(client, provider), passOn(provider, client)]);
}

const ANSWER = new TextEncoder().encode(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
);

/** Treats each read as one request, as a load without pipelining sends them. */
async function constant(client: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(65_536);
  while (await client.read(buffer) !== null) await client.write(ANSWER);
}

if (kind === "answer") {
  const headers = { "content-type": "application/json" };
  Deno.serve({ ...listen, onListen: () => {} }, async (request) => {
    await request.arrayBuffer();
    return new Response(BODY, { headers });
  });
} else {
  const serve = kind === "relay" ? relay : constant;
  for await (const client of Deno.listen(listen)) {
    client.setNoDelay(true);
    // The load closes its connections at its end.
    serve(client).catch(() => {}).finally(() => client.close());
  }
}

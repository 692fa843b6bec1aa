/**
 * A proxy that only forwards requests: the baseline for the gateway's measurements.
 *
 *     deno run --allow-net=127.0.0.1 services/gateway/bench/bare_proxy.ts 9101 http://127.0.0.1:9100
 */
const [port = "9101", upstream = "http://127.0.0.1:9100"] = Deno.args;

Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen: () => {} }, async (request) => {
  const { pathname } = new URL(request.url);
  const answer = await fetch(upstream + pathname, {
    method: request.method,
    headers: {
      "content-type": "application/json",
      authorization: request.headers.get("authorization") ?? "",
    },
    body: request.method === "POST" ? await request.arrayBuffer() : null,
    signal: request.signal,
  });
  return new Response(answer.body, {
    status: answer.status,
    headers: { "content-type": answer.headers.get("content-type") ?? "application/json" },
  });
});

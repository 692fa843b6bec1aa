// / <reference lib="deno.worker" /> A provider in a separate worker, so that a bench measures the service and
// not the provider.
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
  await request.body?.cancel();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return Response.json({
    id: "c",
    object: "chat.completion",
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", content: "ANSWER: 1" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  });
});
self.postMessage(`http://127.0.0.1:${server.addr.port}`);

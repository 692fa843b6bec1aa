/**
 * For benchmarks: a model provider as a process of its own. It asks for the calculator until a run has as many
 * steps as the first message says (`steps=5`), each answer after `delayMs`. Prints its port.
 */
const delayMs = Number(Deno.args[0] ?? 0);

const answer = (message: Record<string, unknown>, finish_reason: string) =>
  JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
/** Asks for the calculator; no two calls of a run have the same id. */
const calling = Array.from({ length: 20 }, (_, step) =>
  answer({
    content: null,
    tool_calls: [{
      id: `c${step}`,
      type: "function",
      function: { name: "calculator", arguments: '{"expression":"6*7"}' },
    }],
  }, "tool_calls"));
const final = answer({ content: "It is 42." }, "stop");
const headers = { "content-type": "application/json" };

const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
  const text = await request.text();
  const done = text.split('"role":"tool"').length;
  const steps = Number(/steps=(\d+)/.exec(text)?.[1] ?? 1);
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  return new Response(done < steps ? calling[done] ?? final : final, { headers });
});
await Deno.stdout.write(new TextEncoder().encode(`${server.addr.port}\n`));

/**
 * For benchmarks: `@openai/agents` as a process of its own, without the project's packages. For each line on
 * stdin it makes one run and writes how many milliseconds it took.
 */
const [url, steps] = Deno.args;
// Found by their names at run time, since they are not among the project's packages.
const [AGENTS, OPENAI] = ["npm:@openai/agents@0.20.0", "npm:openai@7.57.0"];
const { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } = await import(AGENTS);
const { default: OpenAI } = await import(OPENAI);

setTracingDisabled(true);
const agent = new Agent({
  name: "Bench",
  instructions: "Be exact.",
  model: new OpenAIChatCompletionsModel(new OpenAI({ baseURL: url, apiKey: "none" }), "gpt-4o-mini"),
  tools: [tool({
    name: "calculator",
    description: "Evaluates an arithmetic expression.",
    parameters: {
      type: "object",
      properties: { expression: { type: "string" } },
      required: ["expression"],
      additionalProperties: false,
    },
    execute({ expression }: { expression: string }) {
      const [left = 0, right = 0] = expression.split("*").map(Number);
      return String(left * right);
    },
  })],
});

const encoder = new TextEncoder();
for await (const _ of Deno.stdin.readable) {
  const begun = performance.now();
  const { finalOutput } = await run(agent, `steps=${steps}`);
  if (finalOutput !== "It is 42.") throw new Error(`answered ${finalOutput}`);
  await Deno.stdout.write(encoder.encode(`${performance.now() - begun}\n`));
}

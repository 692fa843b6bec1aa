/** One streamed chat call, and the same call as code. */
import { boot } from "../../boot.ts";
import { send } from "../../api.ts";
import { dataOf } from "../../events.ts";

export interface CompletionAsk {
  model: string;
  system: string;
  prompt: string;
  temperature: string;
  tools: unknown[];
  /** A data URL. */
  image: string;
}

/** The body of the call as every OpenAI client sends it. */
export function bodyOf({ model, system, prompt, temperature, tools, image }: CompletionAsk) {
  const content = image
    ? [{ type: "text", text: prompt }, { type: "image_url", image_url: { url: image } }]
    : prompt;
  return {
    model,
    messages: [...system ? [{ role: "system", content: system }] : [], { role: "user", content }],
    ...temperature ? { temperature: Number(temperature) } : {},
    ...tools.length > 0 ? { tools } : {},
  };
}

/** A piece of an answer as it comes. */
export interface CompletionPiece {
  text?: string;
  tokens?: number;
  tool?: string;
}

interface Chunk {
  choices?: {
    delta?: { content?: string | null; tool_calls?: { function?: { name?: string; arguments?: string } }[] };
  }[];
  usage?: { total_tokens: number } | null;
  error?: { message: string };
}

/** Streams the answer piece by piece. */
export async function* complete(ask: CompletionAsk, signal: AbortSignal): AsyncGenerator<CompletionPiece> {
  const json = { ...bodyOf(ask), stream: true, stream_options: { include_usage: true } };
  const response = await send("/gateway/v1/chat/completions", { method: "POST", json, signal });
  for await (const data of dataOf(response)) {
    const chunk: Chunk = JSON.parse(data);
    if (chunk.error) throw new Error(chunk.error.message);
    const delta = chunk.choices?.[0]?.delta;
    const calls = delta?.tool_calls?.map(({ function: call }) =>
      `${call?.name ?? ""}${call?.arguments ?? ""}`
    ).join("");
    yield { text: delta?.content ?? undefined, tool: calls, tokens: chunk.usage?.total_tokens };
  }
}

/** The call as a program would make it; the key is left to the reader. */
export function asCode(form: "curl" | "TypeScript" | "Python", ask: CompletionAsk): string {
  const address = `${location.protocol}//${location.hostname}:${boot.gatewayPort}/v1`;
  const body = JSON.stringify(bodyOf(ask), null, 2);
  if (form === "curl") {
    return `curl ${address}/chat/completions -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\\n  -d '${
      body.replaceAll("'", `'\\''`)
    }'`;
  }
  if (form === "TypeScript") {
    return `import OpenAI from "openai";\n\nconst openai = new OpenAI({ baseURL: "${address}", apiKey: process.env.KEY });\n` +
      `const answer = await openai.chat.completions.create(${body});\nconsole.log(answer.choices[0]?.message.content);`;
  }
  return `import json, os\nfrom openai import OpenAI\n\nclient = OpenAI(base_url="${address}", api_key=os.environ["KEY"])\n` +
    `body = json.loads(${
      JSON.stringify(JSON.stringify(bodyOf(ask)))
    })\nanswer = client.chat.completions.create(**body)\n` +
    `print(answer.choices[0].message.content)`;
}

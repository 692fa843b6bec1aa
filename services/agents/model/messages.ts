/** The conversation with a model in the chat-completion format, and estimates of its length. */

/** A call in the history: always with valid JSON and a name that the format allows. */
export interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export type Message =
  | { role: "system"; content: string }
  | { role: "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: WireToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

/** A tool as the model is told of it. */
export interface WireTool {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

const MESSAGE_TOKENS = 6;

/** A conservative estimate of tokens: four ASCII characters, or one and a half others, per token. */
export function estimateTokens(text: string): number {
  const others = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return Math.ceil((text.length - others) / 4 + others / 1.5);
}

const counted = new WeakMap<Message, number>();

/** About how many tokens a message is. Counted once: it never changes, and every step sends all of them. */
export function messageTokens(message: Message): number {
  const known = counted.get(message);
  if (known !== undefined) return known;
  const calls = message.role === "assistant" && message.tool_calls ? JSON.stringify(message.tool_calls) : "";
  const tokens = MESSAGE_TOKENS + estimateTokens(message.content ?? "") + estimateTokens(calls);
  counted.set(message, tokens);
  return tokens;
}

const toolTokens = new WeakMap<WireTool[], number>();

/** About how many tokens a prompt of these is. */
export function estimatedPromptTokens(messages: Message[], tools: WireTool[]): number {
  let sum = toolTokens.get(tools);
  if (sum === undefined) {
    toolTokens.set(tools, sum = tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0);
  }
  return messages.reduce((total, message) => total + messageTokens(message), sum);
}

const WIRE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** A name that the format allows for `name`, not one of `taken`: `docs.search` becomes `docs__search`. */
export function wireName(name: string, taken: (candidate: string) => boolean = () => false): string {
  const plain = name.replaceAll(".", "__").replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "tool";
  if (!taken(plain) && WIRE_NAME.test(plain)) return plain;
  for (let i = 2;; i++) {
    const candidate = `${plain.slice(0, 60)}_${i}`;
    if (!taken(candidate)) return candidate;
  }
}

/** A run's question: the caller's input, with the caller's context as data between markers. */
export function question(input: string, context?: Record<string, unknown> | null): string {
  if (!context || Object.keys(context).length === 0) return input;
  // Escaped, so that no value can close the marker.
  const json = JSON.stringify(context, null, 2).replaceAll("<", "\\u003c");
  return `<context>\n${json}\n</context>\n\n${input}`;
}

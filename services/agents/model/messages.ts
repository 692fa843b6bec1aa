/** The conversation with a model, in the chat-completion wire format, and keeping it within bounds. */

/** A call as it stands in the history: always valid JSON, always a name the format allows. */
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

/** About how many tokens `text` is, rather too many: four ASCII characters or one and a half others each. */
export function estimateTokens(text: string): number {
  const others = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return Math.ceil((text.length - others) / 4 + others / 1.5);
}

const counted = new WeakMap<Message, number>();

/** Counted once: a message never changes, and every step sends all of them. */
function messageTokens(message: Message): number {
  const known = counted.get(message);
  if (known !== undefined) return known;
  const calls = message.role === "assistant" && message.tool_calls ? JSON.stringify(message.tool_calls) : "";
  const tokens = MESSAGE_TOKENS + estimateTokens(message.content ?? "") + estimateTokens(calls);
  counted.set(message, tokens);
  return tokens;
}

const toolTokens = new WeakMap<WireTool[], number>();

/** About how many tokens a prompt of these is. */
export function tokensOf(messages: Message[], tools: WireTool[]): number {
  let sum = toolTokens.get(tools);
  if (sum === undefined) {
    toolTokens.set(tools, sum = tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0);
  }
  return messages.reduce((total, message) => total + messageTokens(message), sum);
}

/** What of a conversation is sent. */
export interface Fitted {
  messages: Message[];
  dropped: number;
}

/**
 * The conversation cut to about `maxTokens`: oldest turns first, each whole, a call never without its result.
 * The system prompt, the question at `question` and what the model did last stay whatever their size.
 */
export function fit(
  messages: Message[],
  { question, maxTokens }: { question: number; maxTokens: number },
): Fitted {
  const total = messages.reduce((sum, message) => sum + messageTokens(message), 0);
  let excess = total - maxTokens;
  if (excess <= 0) return { messages, dropped: 0 };
  const turns = turnsOf(messages, question);
  const removable = turns.filter((turn, i) => !turn.fixed && i < turns.length - 1);
  const gone = new Set<Message>();
  for (const { members } of removable) {
    if (excess <= 0) break;
    for (const message of members) {
      gone.add(message);
      excess -= messageTokens(message);
    }
  }
  return { messages: messages.filter((message) => !gone.has(message)), dropped: gone.size };
}

/** Turns that stand or fall together: before the question one exchange each, after it one step each. */
function turnsOf(messages: Message[], question: number): { members: Message[]; fixed: boolean }[] {
  const turns: { members: Message[]; fixed: boolean }[] = [];
  messages.forEach((message, i) => {
    const fixed = message.role === "system" || i === question;
    const begins = fixed || message.role === "user" || (message.role === "assistant" && i > question);
    const last = turns.at(-1);
    if (begins || !last || last.fixed) turns.push({ members: [message], fixed });
    else last.members.push(message);
  });
  return turns;
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

/** A run's question: what the caller asked, and what the caller gave beside it as data between markers. */
export function question(input: string, context?: Record<string, unknown> | null): string {
  if (!context || Object.keys(context).length === 0) return input;
  // Escaped, so that no value can close the marker.
  const json = JSON.stringify(context, null, 2).replaceAll("<", "\\u003c");
  return `<context>\n${json}\n</context>\n\n${input}`;
}

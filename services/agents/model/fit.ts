/** Fits a conversation into a model's context window. */
import { estimateTokens, type Message, messageTokens } from "./messages.ts";

/** The part of a conversation that is sent. */
export interface Fitted {
  messages: Message[];
  /** Messages left out. */
  dropped: number;
  /** Results of tools that are sent in part. */
  shortened: number;
}

const NOTE = "\n[shortened to fit the model's context]";
const LEAST_RESULT_TOKENS = 64;

/**
 * Cuts the conversation to about `maxTokens`: drops the oldest turns first, each whole and calls with their
 * results; if that is not enough, shortens the remaining tool results. The system prompt, the question at
 * `question` and the calls that the model made last stay, whatever their size.
 */
export function fit(
  messages: Message[],
  { question, maxTokens }: { question: number; maxTokens: number },
): Fitted {
  let excess = messages.reduce((sum, message) => sum + messageTokens(message), 0) - maxTokens;
  if (excess <= 0) return { messages, dropped: 0, shortened: 0 };
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
  const kept = messages.filter((message) => !gone.has(message));
  if (excess <= 0) return { messages: kept, dropped: gone.size, shortened: 0 };
  return { ...withShorterResults(kept, maxTokens), dropped: gone.size };
}

/**
 * Groups of messages that are kept or dropped together: one exchange each before the question, one step each
 * after it.
 */
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

/** Divides the remaining room equally among the results; short ones leave their surplus to others. */
function withShorterResults(messages: Message[], maxTokens: number): Omit<Fitted, "dropped"> {
  const results = messages.filter(({ role }) => role === "tool")
    .toSorted((a, b) => messageTokens(a) - messageTokens(b));
  const others = messages.reduce(
    (sum, message) => message.role === "tool" ? sum : sum + messageTokens(message),
    0,
  );
  let room = maxTokens - others;
  const shorter = new Map<Message, Message>();
  results.forEach((result, i) => {
    const share = Math.max(LEAST_RESULT_TOKENS, Math.floor(room / (results.length - i)));
    const tokens = messageTokens(result);
    if (tokens > share) shorter.set(result, shortened(result, share));
    room -= Math.min(tokens, share);
  });
  return { messages: messages.map((message) => shorter.get(message) ?? message), shortened: shorter.size };
}

/** A message of about `tokens`. */
function shortened(message: Message, tokens: number): Message {
  const content = message.content ?? "";
  const whole = Math.max(1, estimateTokens(content));
  const room = tokens - (messageTokens(message) - whole) - estimateTokens(NOTE);
  const length = Math.max(0, Math.floor(content.length * room / whole) - 1);
  return { ...message, content: content.slice(0, length).toWellFormed() + NOTE };
}

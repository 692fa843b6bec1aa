/** An open stream, which applies its session's effects to the socket. */
import { decodeJwt } from "jose";
import type { User, VerifyJwt } from "lib/auth/auth.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { failureOf, hearUtterance, type PieceDeps, transcribePiece } from "./pieces.ts";
import type { Close, Effect } from "./effects.ts";
import { type Session, type SessionOptions, streamSession } from "./session.ts";

export interface ConnectionDeps extends PieceDeps {
  verify: VerifyJwt;
  lifecycle: Lifecycle;
  log: Logger;
}

export interface ConnectionOptions extends SessionOptions {
  user: User;
  model: string;
}

export interface Connection {
  readonly heldBytes: number;
  tick(now: number): void;
  /** Ends it after what was said so far. */
  finish(code: number, reason: string, error?: string): void;
}

// A client that does not read its answers is disconnected.
const UNREAD_BYTES = 2 ** 20;
const RECHECK_MS = 5_000;
const CLOSE_MS = 2_000;
/** A client that is gone before its socket opened causes no event: after this time its slot is released. */
const OPEN_MS = 5_000;

export function openConnection(
  socket: WebSocket,
  { user, model, ...options }: ConnectionOptions,
  { deps, onFrame, onEnd }: { deps: ConnectionDeps; onFrame(connection: Connection): void; onEnd(): void },
): Connection {
  const session = streamSession(options, Date.now());
  const asked = { ...options, model, sub: user.sub };
  const end = ending(socket, { leave: deps.lifecycle.enter(), onEnd });
  let checkAt = expiryOf(user.jwt);
  const openBy = Date.now() + OPEN_MS;

  const play = (effects: Effect[]) => {
    for (const effect of effects) {
      if ("send" in effect) send(socket, effect.send);
      else if ("transcribe" in effect) {
        void transcribed(deps, effect.transcribe, { session, asked }).then(play);
      } else if ("guess" in effect) void guessed(deps, effect.guess, { session, asked }).then(play);
      else end(effect.close);
    }
  };
  const checkToken = async () => {
    try {
      await deps.verify(user.jwt);
    } catch {
      play(session.finish({ code: 1008, reason: "token expired" }, "The token has expired"));
    }
  };

  const connection: Connection = {
    get heldBytes() {
      return session.heldBytes;
    },
    tick(now) {
      if (socket.readyState === WebSocket.CONNECTING && now >= openBy) {
        return end({ code: 1006, reason: "never opened" });
      }
      play(session.tick(now));
      if (now < checkAt) return;
      checkAt = now + RECHECK_MS;
      void checkToken();
    },
    finish: (code, reason, error) => play(session.finish({ code, reason }, error)),
  };
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") play(session.text(data, Date.now()));
    else if (data instanceof ArrayBuffer) play(session.binary(new Uint8Array(data), Date.now()));
    onFrame(connection);
  };
  // The audio of a client that left is still transcribed and stored.
  socket.onclose = () => play(session.finish({ code: 1000, reason: "" }));
  socket.onerror = () => deps.log.debug("a stream's socket failed");
  return connection;
}

/** Closes the socket once. */
function ending(
  socket: WebSocket,
  { leave, onEnd }: { leave(): void; onEnd(): void },
): (close: Close) => void {
  let ended = false;
  return ({ code, reason }) => {
    if (ended) return;
    ended = true;
    onEnd();
    if (socket.readyState !== WebSocket.OPEN) return leave();
    socket.close(code, reason);
    // A stopping server waits until the client has its last answer, but not for a client that is gone.
    const timer = setTimeout(leave, CLOSE_MS);
    socket.addEventListener("close", () => (clearTimeout(timer), leave()));
  };
}

interface Asking {
  session: Session;
  asked: SessionOptions & { model: string; sub: string };
}

async function transcribed(
  deps: ConnectionDeps,
  piece: Parameters<typeof transcribePiece>[1],
  { session, asked }: Asking,
): Promise<Effect[]> {
  try {
    const { transcript, id } = await transcribePiece(deps, piece, asked);
    return session.answered(transcript, id);
  } catch (error) {
    const { message, code } = failureOf(error);
    if (code !== 1003) deps.log.error("a stream's utterance could not be transcribed", { error });
    return session.failed(message, code);
  }
}

async function guessed(
  { speechToText, calls }: ConnectionDeps,
  utterance: Parameters<typeof hearUtterance>[1],
  { session, asked: { model, language } }: Asking,
): Promise<Effect[]> {
  const heard = calls.free > 0
    ? await calls.run(() => hearUtterance(speechToText, utterance, { model, language, tries: 1 }))
      .catch(() => undefined)
    : undefined;
  return session.guessed(heard?.text);
}

function send(socket: WebSocket, message: unknown): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > UNREAD_BYTES) return socket.close(1013, "answers are not read");
  socket.send(JSON.stringify(message));
}

function expiryOf(jwt: string): number {
  const { exp } = decodeJwt(jwt);
  return exp === undefined ? Infinity : exp * 1000;
}

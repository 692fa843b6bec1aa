/** One open stream: the session's effects carried out on its socket. */
import { decodeJwt } from "jose";
import type { User, VerifyJwt } from "lib/auth.ts";
import type { Lifecycle } from "lib/lifecycle.ts";
import type { Logger } from "lib/log.ts";
import { failureOf, hearUtterance, type PieceDeps, transcribePiece } from "./pieces.ts";
import { type Effect, type SessionOptions, streamSession } from "./session.ts";

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

// A client that does not read its answers is not waited for.
const UNREAD_BYTES = 2 ** 20;
const RECHECK_MS = 5_000;
const CLOSE_MS = 2_000;

export function openConnection(
  socket: WebSocket,
  { user, model, ...options }: ConnectionOptions,
  { deps, onFrame, onEnd }: { deps: ConnectionDeps; onFrame(connection: Connection): void; onEnd(): void },
): Connection {
  const { log, lifecycle, speechToText, calls } = deps;
  const session = streamSession(options, Date.now());
  const leave = lifecycle.enter();
  let checkAt = expiryOf(user.jwt);
  let ended = false;

  const end = ({ code, reason }: { code: number; reason: string }) => {
    if (ended) return;
    ended = true;
    onEnd();
    if (socket.readyState !== WebSocket.OPEN) return leave();
    socket.close(code, reason);
    // A stopping server waits until the client has its last answer, but not for a client that is gone.
    const timer = setTimeout(leave, CLOSE_MS);
    socket.addEventListener("close", () => (clearTimeout(timer), leave()));
  };
  const play = (effects: Effect[]) => {
    for (const effect of effects) {
      if ("send" in effect) send(socket, effect.send);
      else if ("transcribe" in effect) void transcribe(effect.transcribe);
      else if ("guess" in effect) void guess(effect.guess);
      else end(effect.close);
    }
  };
  const transcribe = async (piece: Parameters<typeof transcribePiece>[1]) => {
    try {
      const { transcript, id } = await transcribePiece(deps, piece, { ...options, model, sub: user.sub });
      play(session.answered(transcript, id));
    } catch (error) {
      const { message, code } = failureOf(error);
      if (code !== 1003) log.error("a stream's utterance could not be transcribed", { error });
      play(session.failed(message, code));
    }
  };
  const guess = async (utterance: Parameters<typeof hearUtterance>[1]) => {
    const { language } = options;
    const heard = calls.free > 0
      ? await calls.run(() => hearUtterance(speechToText, utterance, { model, language, tries: 1 }))
        .catch(() => undefined)
      : undefined;
    play(session.guessed(heard?.text));
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
  // A client that left has still been heard: what it said is transcribed and kept.
  socket.onclose = () => play(session.finish({ code: 1000, reason: "" }));
  socket.onerror = () => log.debug("a stream's socket failed");
  return connection;
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

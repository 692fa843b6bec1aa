/**
 * Failures of the embedded engine's own code, such as an exhausted stack. PGlite drops them and then answers nothing,
 * so that the client would wait for ever; and what such a failure leaves in memory is not to be trusted.
 */
import type { PGlite } from "@electric-sql/pglite";
import { joined } from "lib/bytes.ts";
import { isObject } from "lib/json_object.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The status with which Postgres's own errors leave its code. */
const LONG_JUMP = 100;

/** The engine failed: its folder must be opened again, as after a crash. */
export class EngineFailed extends Error {
  /** Its name. */
  override name = "EngineFailed";
  /** PGlite looks further only into errors of this status. */
  readonly status = LONG_JUMP;

  /** A failure for the reason `cause`. */
  constructor(cause: unknown) {
    super(`the engine failed (${cause instanceof Error ? cause.message : "it left its own code"})`, {
      cause,
    });
  }
}

/**
 * Answers messages to `engine`; rejects with an `EngineFailed` from its first failure on, after which no further part
 * of the message is run.
 */
export function answering(engine: PGlite): (message: Uint8Array) => Promise<Bytes> {
  let failure: EngineFailed | undefined;
  const program: unknown = Reflect.get(engine, "mod");
  if (!isObject(program)) throw new Error(UNKNOWN);
  const { _PostgresMainLoopOnce: step, _PostgresMainLongJmp: recover } = program;
  if (typeof step !== "function" || typeof recover !== "function") throw new Error(UNKNOWN);
  const watched = (work: () => unknown) => {
    if (failure) throw failure;
    try {
      return work();
    } catch (error) {
      if (isObject(error) && error.status === LONG_JUMP) throw error;
      throw failure = new EngineFailed(error);
    }
  };
  program._PostgresMainLoopOnce = () => watched(() => step());
  program._PostgresMainLongJmp = () => watched(() => recover());
  return async (message) => {
    if (failure) throw failure;
    try {
      return await answer(engine, message);
    } catch (error) {
      throw failure ?? error;
    }
  };
}

const UNKNOWN = "The engine is not the one whose failures this code knows";

/** The engine's answer. `execProtocolRaw` would also parse each message and leak it. */
async function answer(engine: PGlite, message: Uint8Array): Promise<Bytes> {
  const pieces: Bytes[] = [];
  await engine.execProtocolRawStream(message, {
    // A copy: the engine reuses its memory.
    onRawData: (piece) => void pieces.push(new Uint8Array(piece)),
    // Neither of the two file systems keeps writes back, so this would only cost time.
    syncToFs: false,
  });
  const [only] = pieces;
  return only && pieces.length === 1 ? only : joined(pieces);
}

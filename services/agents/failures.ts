/** The ways in which a run ends early. */

/** The model could not answer. */
export class ModelFailure extends Error {
  override name = "ModelFailure";
  constructor(readonly failure: "provider_error" | "context_overflow", message: string) {
    super(message);
  }
}

/** The reason that a run's signal aborts with. */
export class RunStopped extends Error {
  override name = "RunStopped";
  constructor(readonly failure: "cancelled" | "deadline_exceeded" | "interrupted", message: string) {
    super(message);
  }
}

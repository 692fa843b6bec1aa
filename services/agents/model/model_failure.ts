/** The model could not answer. */
export class ModelFailure extends Error {
  override name = "ModelFailure";
  constructor(readonly failure: "provider_error" | "context_overflow", message: string) {
    super(message);
  }
}

/** The reason that a run's signal aborts with. */
export class RunStopped extends Error {
  override name = "RunStopped";
  constructor(readonly failure: "cancelled" | "deadline_exceeded" | "interrupted", message: string) {
    super(message);
  }
}

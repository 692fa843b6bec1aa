import type { Overflow } from "./overflow.ts";

/** The model could not answer. */
export class ModelFailure extends Error {
  override name = "ModelFailure";
  /** Set where the conversation was too long. */
  readonly overflow: (Overflow & { status: number | null }) | undefined;

  constructor(
    readonly failure: "provider_error" | "context_overflow",
    message: string,
    { overflow }: { overflow?: ModelFailure["overflow"] } = {},
  ) {
    super(message);
    this.overflow = overflow;
  }
}

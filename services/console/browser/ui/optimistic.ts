/** Changes that are shown before the service has answered. */
import type { Loaded } from "../api.ts";
import { toastFailure } from "./toast.tsx";

/** Shows `change` at once and asks for it; a refused change is taken back, and its reason is told. */
export async function optimistic<T>(
  of: Loaded<T>,
  change: (data: T) => T,
  request: () => Promise<unknown>,
): Promise<void> {
  const before = of.data.value;
  if (before !== undefined) of.data.value = change(before);
  try {
    await request();
  } catch (error) {
    of.data.value = before;
    toastFailure(error);
  }
  of.reload();
}

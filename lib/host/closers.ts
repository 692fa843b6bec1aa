/** Resources to close again, in the order in which they were opened. */
export type Closer = () => void | Promise<void>;

/**
 * Calls `closers`, the last first; a failing one does not stop the rest.
 * @throws the first failure, once all were called.
 */
export async function closeAll(closers: readonly Closer[]): Promise<void> {
  const failures: unknown[] = [];
  for (const closer of closers.toReversed()) {
    try {
      await closer();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

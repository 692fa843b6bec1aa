/** Money of one budget that a process holds, in nano dollars. */
export interface Holding {
  /** Leased but not reserved; below zero after a request that cost more than its reservation. */
  readonly available: bigint;
  /** Reserved for running requests. */
  readonly reserved: bigint;
  /** Spent but not reported to the ledger yet. */
  readonly spent: bigint;
  /** Reserves money for a request; false when there is not enough. */
  reserve(amount: bigint): boolean;
  /** Reserves money that the ledger has admitted. */
  promise(amount: bigint): void;
  /** Ends a reservation with the actual cost. */
  settle(reserved: bigint, actual: bigint): void;
  /** Adds leased money, or returns it if negative. */
  lease(amount: bigint): void;
  /** Marks this spending as recorded in the ledger. */
  reported(spent: bigint): void;
  isEmpty(): boolean;
}

export function emptyHolding(): Holding {
  let available = 0n;
  let reserved = 0n;
  let spent = 0n;

  function promise(amount: bigint): void {
    available -= amount;
    reserved += amount;
  }

  return {
    get available() {
      return available;
    },
    get reserved() {
      return reserved;
    },
    get spent() {
      return spent;
    },
    reserve(amount) {
      if (available < amount) return false;
      promise(amount);
      return true;
    },
    promise,
    settle(promised, actual) {
      reserved -= promised;
      available += promised - actual;
      spent += actual;
    },
    lease: (amount) => void (available += amount),
    reported: (amount) => void (spent -= amount),
    isEmpty: () => spent === 0n && available === 0n && reserved === 0n,
  };
}

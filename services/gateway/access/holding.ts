/** Money of one budget that a process holds, in nano dollars. */
export interface Holding {
  /** Leased, and promised to nobody; below zero after a request that cost more than was set aside for it. */
  readonly available: bigint;
  /** Promised to requests that are running. */
  readonly reserved: bigint;
  /** Spent, and not told to the ledger yet. */
  readonly spent: bigint;
  /** Sets money aside for a request; false where there is not enough. */
  reserve(amount: bigint): boolean;
  /** Sets money aside that the ledger has admitted. */
  promise(amount: bigint): void;
  /** Ends a promise with the cost. */
  settle(reserved: bigint, actual: bigint): void;
  /** Changes what is available: leased, or given back when below zero. */
  lease(amount: bigint): void;
  /** The ledger has booked this much of what was spent. */
  told(spent: bigint): void;
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
    told: (amount) => void (spent -= amount),
    isEmpty: () => spent === 0n && available === 0n && reserved === 0n,
  };
}

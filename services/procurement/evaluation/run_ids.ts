/**
 * Ids of three-word runs in a flat hash table, which takes far less memory than a Map of millions of triples.
 */
export class RunIds {
  /** Four slots per run: its three words, and the last text that contained it. */
  #runs = new Int32Array(4 * 1024);
  #slots = new Int32Array(2 * 1024).fill(-1);
  #size = 0;

  /** The id of a run; undefined if this text contained it already. */
  of(text: number, first: number, two: number, three: number): number | undefined {
    if (4 * this.#size === this.#runs.length) this.#grow();
    const slot = this.#slotOf(first, two, three);
    let id = this.#slots[slot] ?? -1;
    if (id < 0) {
      id = this.#size++;
      this.#slots[slot] = id;
      this.#runs.set([first, two, three], 4 * id);
    } else if (this.#runs[4 * id + 3] === text) {
      return undefined;
    }
    this.#runs[4 * id + 3] = text;
    return id;
  }

  #slotOf(first: number, two: number, three: number): number {
    const mask = this.#slots.length - 1;
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35);
    hash = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
    let slot = (hash ^ hash >>> 13) & mask;
    for (let id = this.#slots[slot] ?? -1; id >= 0; id = this.#slots[slot] ?? -1) {
      const at = 4 * id;
      if (this.#runs[at] === first && this.#runs[at + 1] === two && this.#runs[at + 2] === three) break;
      slot = slot + 1 & mask;
    }
    return slot;
  }

  #grow() {
    const runs = new Int32Array(2 * this.#runs.length);
    runs.set(this.#runs);
    this.#runs = runs;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let id = 0; id < this.#size; id++) {
      const [first = 0, two = 0, three = 0] = runs.subarray(4 * id);
      this.#slots[this.#slotOf(first, two, three)] = id;
    }
  }
}

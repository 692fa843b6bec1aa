/**
 * The rows of a long table, fetched in pieces as they come into view; a bounded number of pieces is cached.
 */
import { signal } from "@preact/signals";

export const CHUNK = 100;
const KEPT = 40;
const REST_MS = 30;
const AT_ONCE = 4;

/** Gives rows `offset` to `offset + limit`, and how many there are. */
export type Load<R> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<{ rows: R[]; total: number }>;

export class Rows<R> {
  readonly total = signal<number | undefined>(undefined);
  readonly failure = signal<unknown>(undefined);
  /** Counts what has come, so that who shows rows is drawn again. */
  readonly news = signal(0);
  readonly #load: Load<R>;
  readonly #chunks = new Map<number, R[]>();
  readonly #asked = new Map<number, AbortController>();
  readonly #closed = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = -Infinity;

  constructor(load: Load<R>) {
    this.#load = load;
  }

  at(index: number): R | undefined {
    return this.#chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK];
  }

  /** All rows in the service's order, `most` at most, and how many there are. */
  async all(most: number): Promise<{ rows: R[]; total: number }> {
    const { signal } = this.#closed;
    const chunks: R[][] = [];
    const piece = async (at: number) => {
      const { rows, total } = await this.#load(at * CHUNK, CHUNK, signal);
      chunks[at] = rows;
      return total;
    };
    const total = await piece(0);
    const last = Math.ceil(Math.min(total, most) / CHUNK);
    let next = 1;
    const work = async () => {
      while (next < last) await piece(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { rows: chunks.flat().slice(0, most), total };
  }

  /**
   * Fetches the visible pieces: at once after a rest, as a jump wants it, and while somebody scrolls after a
   * debounce, so that pieces that only go by are not fetched.
   */
  want(first: number, last: number): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const rested = this.total.peek() === undefined || now - this.#wanted > REST_MS;
    this.#wanted = now;
    if (rested) this.#ask(first, last);
    else this.#timer = setTimeout(() => this.#ask(first, last), REST_MS);
  }

  /** Fetches the visible pieces anew and forgets the others; what is shown stays until they have come. */
  again(first: number, last: number): void {
    const from = Math.floor(first / CHUNK);
    const to = Math.floor(Math.max(first, last) / CHUNK);
    for (const chunk of this.#chunks.keys()) {
      if (chunk < from || chunk > to) this.#chunks.delete(chunk);
    }
    for (let chunk = from; chunk <= to; chunk++) {
      if (!this.#asked.has(chunk)) void this.#fetch(chunk);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closed.abort();
    for (const controller of this.#asked.values()) controller.abort();
  }

  #ask(first: number, last: number): void {
    const from = Math.floor(first / CHUNK);
    const to = Math.floor(Math.max(first, last) / CHUNK);
    for (const [chunk, controller] of this.#asked) {
      if (chunk < from || chunk > to) controller.abort();
    }
    for (let chunk = from; chunk <= to; chunk++) {
      if (!this.#chunks.has(chunk) && !this.#asked.has(chunk)) void this.#fetch(chunk);
    }
  }

  async #fetch(chunk: number): Promise<void> {
    const controller = new AbortController();
    this.#asked.set(chunk, controller);
    try {
      const { rows, total } = await this.#load(chunk * CHUNK, CHUNK, controller.signal);
      this.#chunks.set(chunk, rows);
      const [oldest] = this.#chunks.keys();
      if (this.#chunks.size > KEPT && oldest !== undefined) this.#chunks.delete(oldest);
      this.total.value = total;
      this.failure.value = undefined;
    } catch (error) {
      if (!controller.signal.aborted) this.failure.value = error;
    } finally {
      this.#asked.delete(chunk);
      this.news.value++;
    }
  }
}

/** All rows at hand, as a source. */
export function loadedRows<R>(rows: R[]): Load<R> {
  return (offset, limit) => Promise.resolve({ rows: rows.slice(offset, offset + limit), total: rows.length });
}

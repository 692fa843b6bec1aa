/** Agents as they were last read, for a process that alone changes them: a run need not ask the database then. */
export interface KnownAgents<Agent> {
  /** The agent as it was read before, or as `read` finds it now. */
  find(id: string, read: () => Promise<Agent | undefined>): Promise<Agent | undefined>;
  /** Makes a change; later runs see it. */
  change<T>(id: string, work: () => Promise<T>): Promise<T>;
}

/** Their prompts are long. */
const MOST = 100;

/** Remembers the latest agents that were read, at most `most`. */
export function knownAgents<Agent>(most = MOST): KnownAgents<Agent> {
  const known = new Map<string, Agent>();
  let changes = 0;

  function forget(id: string): void {
    changes++;
    known.delete(id.toLowerCase());
  }

  return {
    async find(id, read) {
      const key = id.toLowerCase();
      const there = known.get(key);
      if (there) return there;
      const before = changes;
      const agent = await read();
      // A row read during a change may be older than the change.
      if (!agent || changes !== before || most === 0) return agent;
      for (const oldest of known.keys()) {
        if (known.size < most) break;
        known.delete(oldest);
      }
      known.set(key, agent);
      return agent;
    },
    async change(id, work) {
      forget(id);
      try {
        return await work();
      } finally {
        forget(id);
      }
    },
  };
}

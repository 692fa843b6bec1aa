/** Caches a function's values for one evaluation, since many bids have the same scores. */
export function remembered<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, value = work(key));
    return value;
  };
}

/** A map that evicts the least recently used entry when full. */
export interface LruMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly size: number;
}

export function createLruMap<Value>(maxEntries: number): LruMap<Value> {
  // A Map keeps insertion order: each access reinserts its key, so the first key is the least recently used.
  const entries = new Map<string, Value>();

  const set = (key: string, value: Value): void => {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size <= maxEntries) return;
    const oldest = entries.keys().next();
    if (oldest.done !== true) entries.delete(oldest.value);
  };

  return {
    get: (key) => {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => {
      entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  };
}

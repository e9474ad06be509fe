/** A value that is usually in memory. To await it anyway would cost every request turns of the microtask queue. */
export type Awaitable<T> = T | Promise<T>;

/** Continues at once with a value that is known, and otherwise when it is. */
export function whenKnown<T, Result>(
  value: Awaitable<T>,
  use: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}

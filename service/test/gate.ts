/** A promise that a test resolves by hand, to pause work in the middle. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  let resolve = (): void => {};
  const opened = new Promise<void>((whenOpened) => {
    resolve = whenOpened;
  });
  return { opened, open: () => resolve() };
}

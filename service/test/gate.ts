/** A promise that a test opens by hand, to hold something in the middle of its work. */
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

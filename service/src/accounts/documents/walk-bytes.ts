/** What a walk needs next: bytes to read, or bytes to pass over. */
export type Step = { readonly take: number } | { readonly skip: number };

/** Reads a format from its beginning; returns what is wrong with it, or undefined when the rest does not matter. */
export type Walk = Generator<Step, string | undefined, Buffer>;

/** Gets the bytes of a file in pieces. */
export interface ContentScan {
  /** What is wrong with the file, as soon as it is known. */
  feed(piece: Buffer): Promise<string | undefined>;
  /** After the last piece. */
  end(): string | undefined;
}

const truncated = "is truncated: part of the file is missing";

/** Runs a walk over pieces of any size; it keeps no more than one step of it. */
export function createWalkScan(
  walk: Walk,
  { mayEndInside }: { readonly mayEndInside: boolean },
): ContentScan {
  const nothing = Buffer.alloc(0);
  let taken: Buffer = nothing;
  let skipped = 0;
  let next = walk.next(nothing);
  return {
    feed: async (piece) => {
      let rest = piece;
      while (next.done !== true && rest.length > 0) {
        if ("skip" in next.value) {
          const count = Math.min(next.value.skip - skipped, rest.length);
          rest = rest.subarray(count);
          skipped += count;
          if (skipped < next.value.skip) return undefined;
          skipped = 0;
          next = walk.next(nothing);
        } else {
          const count = Math.min(next.value.take - taken.length, rest.length);
          taken = Buffer.concat([taken, rest.subarray(0, count)]);
          rest = rest.subarray(count);
          if (taken.length < next.value.take) return undefined;
          const bytes = taken;
          taken = nothing;
          next = walk.next(bytes);
        }
      }
      return next.done === true ? next.value : undefined;
    },
    end: () => (next.done === true || mayEndInside ? undefined : truncated),
  };
}

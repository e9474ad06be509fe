import type { Call } from "./call.ts";
import type { Input, NamedOperation } from "./operation.ts";
import type { CallOptions } from "./options.ts";
import type { PageQuery } from "./types.ts";

interface Page {
  readonly pagination: {
    readonly next: string | null;
    readonly prev: string | null;
    /** Only of events, whose `next` can be set on the last page. */
    readonly has_more?: boolean;
  };
}

/** The first page as a promise, which is also an iterable over the items of all pages. */
export function listPages(
  call: Call,
  operation: NamedOperation,
  input: Input,
  options?: CallOptions,
): Promise<unknown> & AsyncIterable<unknown> {
  const first = call(operation, input, options) as Promise<Page>;
  async function* items(): AsyncGenerator<unknown> {
    let page = await first;
    for (;;) {
      yield* (page as unknown as Readonly<Record<string, readonly unknown[]>>)[operation.items ?? ""] ?? [];
      const next = following(page, input["page"] as PageQuery | undefined);
      if (next === undefined) return;
      page = (await call(operation, { ...input, page: next }, options)) as Page;
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items });
}

/** In the direction in which the caller began; undefined at the end. */
function following({ pagination }: Page, { size, before }: PageQuery = {}): PageQuery | undefined {
  const { next, prev, has_more: hasMore = true } = pagination;
  const sizeGiven = size === undefined ? {} : { size };
  if (before !== undefined) return prev === null ? undefined : { ...sizeGiven, before: prev };
  return next === null || !hasMore ? undefined : { ...sizeGiven, after: next };
}

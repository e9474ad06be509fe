import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { askWithMemory } from "./call-with-history.ts";
import { type NamedSignature, signaturesFor } from "./node-responses.ts";

/** Nodes return signatures newest first. The first page is short, because usually nothing is new. */
const firstPage = 20;
const nextPage = 1000;
const maxPages = 100;

/** The successful transactions that touched these accounts after a slot, each once, oldest first. */
export async function signaturesAfter(
  nodes: NodePool,
  accounts: readonly string[],
  after: bigint,
  minContextSlot: bigint,
): Promise<readonly NamedSignature[]> {
  const found = new Map<string, NamedSignature>();
  let open: readonly Open[] = accounts.map((account) => ({ account }));
  for (let page = 0; open.length > 0; page += 1) {
    if (page === maxPages) throw new ChainUnavailableError("too many new transactions for one scan");
    const limit = page === 0 ? firstPage : nextPage;
    const { responses: pages } = await askWithMemory(
      nodes,
      open.map(({ account, ...before }) => signaturesFor(account, { limit, minContextSlot, ...before })),
      // A node does not list pruned signatures, and the scan would skip them.
      after,
    );
    const read = pages.map((list) => list.filter(({ slot }) => slot > after));
    for (const entry of read.flat()) if (entry.err === null) found.set(entry.signature, entry);
    // Only a full page of new signatures may have more behind it.
    open = open.flatMap(({ account }, index) => {
      const oldest = read[index]?.at(-1);
      return oldest !== undefined && read[index]?.length === limit
        ? [{ account, before: oldest.signature }]
        : [];
    });
  }
  return [...found.values()].reverse().sort((a, b) => Number(a.slot - b.slot));
}

interface Open {
  readonly account: string;
  readonly before?: string;
}

import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { askWithMemory } from "./ask-with-memory.ts";
import { type NamedSignature, signaturesFor } from "./node-answers.ts";

/** Nodes tell signatures newest first: the first page is short, because mostly nothing is new. */
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
    if (page === maxPages) throw new ChainUnavailableError("more happened than can be read in one scan");
    const limit = page === 0 ? firstPage : nextPage;
    const { answers: pages } = await askWithMemory(
      nodes,
      open.map(({ account, ...before }) => signaturesFor(account, { limit, minContextSlot, ...before })),
      // What a node has forgotten it does not name, and the scan would go over it.
      after,
    );
    const read = pages.map((list) => list.filter(({ slot }) => slot > after));
    for (const one of read.flat()) if (one.err === null) found.set(one.signature, one);
    // Only a full page of new ones may have more behind it.
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

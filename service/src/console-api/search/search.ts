import type { ChainName } from "../../chains/chain-name.ts";
import type { Session } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Membership } from "../../users/index.ts";
import { findByEmail, findByName } from "./find-by-name.ts";
import { findByAddress, findByMemo, findByTransaction } from "./find-money.ts";
import { findPath } from "./find-path.ts";
import { findById } from "./find-things.ts";
import { findByRequestId } from "./find-traffic.ts";
import { type Reach, reachOf } from "./reach.ts";
import { type Input, readQuery } from "./read-query.ts";
import type { Thing } from "./thing.ts";

/** A search result with the page where the user can open it. */
export interface Found extends Thing {
  readonly path: string;
}

export interface Inquiry {
  readonly membership: Membership;
  readonly query: string;
  readonly now: Instant;
  /** The chains of this deployment. */
  readonly chains: readonly ChainName[];
}

const maxResults = 20;

/** Results that the user may see; `read-query.ts` interprets the text. */
export async function search(
  session: Session,
  { membership, query, now, chains }: Inquiry,
): Promise<readonly Found[]> {
  const reach = reachOf(membership, now);
  const things = await Promise.all(
    readQuery(query.trim()).map((input) => find(session, { reach, chains }, input)),
  );
  const found = things.flat().flatMap((thing) => {
    const path = findPath(membership, thing);
    return path === undefined ? [] : [{ ...thing, path }];
  });
  const byPath = new Map(found.map((result) => [`${result.kind} ${result.path}`, result]));
  return [...byPath.values()].slice(0, maxResults);
}

interface Scope extends Pick<Inquiry, "chains"> {
  readonly reach: Reach;
}

function find(session: Session, { reach, chains }: Scope, { by, text }: Input): Promise<readonly Thing[]> {
  switch (by) {
    case "id":
      return findById(session, reach, text);
    case "request":
      return findByRequestId(session, reach, text);
    case "transaction":
      return findByTransaction(session, { chains, transactionId: text });
    case "address":
      return findByAddress(session, reach, text);
    case "memo":
      return findByMemo(session, text);
    case "email":
      return findByEmail(session, text);
    case "name":
      return findByName(session, reach, text);
  }
}

import type { ChainName } from "../../chains/chain-name.ts";
import type { TenantId } from "../../kernel/id.ts";
import { readIdFragment } from "../../kernel/id-fragment.ts";
import type { Instant } from "../../kernel/instant.ts";
import { readAmount } from "../../transfers/index.ts";
import type { Membership } from "../../users/index.ts";
import type { PaymentTextDeps } from "../suspense/payment-list.ts";
import { findByEmail, findByName } from "./find-by-name.ts";
import { findByAddress, findByMemo, findByTransaction } from "./find-money.ts";
import { findPath } from "./find-path.ts";
import { findById } from "./find-things.ts";
import { findByRequestId } from "./find-traffic.ts";
import { findByAmount, findByCode, findByFragment, findByText } from "./find-values.ts";
import { type Reach, reachOf } from "./reach.ts";
import { type Input, readQuery } from "./read-query.ts";
import type { Thing } from "./thing.ts";

/** A search result with the page where the user can open it. */
export interface Found extends Omit<Thing, "status"> {
  readonly path: string;
  readonly status: string | undefined;
}

export interface Inquiry {
  readonly membership: Membership;
  readonly query: string;
  readonly now: Instant;
  /** The tenant whose pages the user looks at. */
  readonly tenantId: TenantId | undefined;
  /** The chains of this deployment. */
  readonly chains: readonly ChainName[];
}

const maxResults = 30;

/** Results that the user may see; `read-query.ts` interprets the text. */
export async function search(
  deps: PaymentTextDeps,
  { membership, query, now, tenantId, chains }: Inquiry,
): Promise<readonly Found[]> {
  const reach = reachOf(membership, now, tenantId);
  const things = await Promise.all(
    readQuery(query.trim()).map((input) => find(deps, { reach, chains }, input)),
  );
  const found = things.flat().flatMap((thing) => {
    const path = findPath(membership, thing);
    return path === undefined ? [] : [{ ...thing, status: thing.status, path }];
  });
  const byPath = new Map(found.map((result) => [`${result.kind} ${result.path}`, result]));
  return [...byPath.values()].slice(0, maxResults);
}

interface Scope extends Pick<Inquiry, "chains"> {
  readonly reach: Reach;
}

async function find(
  deps: PaymentTextDeps,
  { reach, chains }: Scope,
  { by, text }: Input,
): Promise<readonly Thing[]> {
  const { database: session } = deps;
  switch (by) {
    case "fragment": {
      const fragment = readIdFragment(text);
      return fragment === undefined ? [] : findByFragment(session, reach, fragment);
    }
    case "amount": {
      const amount = readAmount(text);
      return amount === undefined ? [] : findByAmount(session, reach, amount);
    }
    case "code":
      return findByCode(session, reach, text);
    case "text":
      return findByText(deps, reach, text);
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

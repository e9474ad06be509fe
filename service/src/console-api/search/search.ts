import type { Session } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Standing } from "../../people/index.ts";
import { findByEmail, findByName } from "./find-by-name.ts";
import { findByAddress, findByMemo, findByTransaction } from "./find-money.ts";
import { findPath } from "./find-path.ts";
import { findById } from "./find-things.ts";
import { findByRequestId } from "./find-traffic.ts";
import { type Reach, reachOf } from "./reach.ts";
import { readQuery, type Wish } from "./read-query.ts";
import type { Thing } from "./thing.ts";

/** Something that was found, and where it is shown to whoever looked for it. */
export interface Found extends Thing {
  readonly path: string;
}

export interface Inquiry {
  readonly standing: Standing;
  readonly query: string;
  readonly now: Instant;
}

const maxResults = 20;

/** What somebody may see of what they look for; `read-query.ts` says what a text may mean. */
export async function search(session: Session, { standing, query, now }: Inquiry): Promise<readonly Found[]> {
  const reach = reachOf(standing, now);
  const things = await Promise.all(readQuery(query.trim()).map((wish) => find(session, reach, wish)));
  const found = things.flat().flatMap((thing) => {
    const path = findPath(standing, thing);
    return path === undefined ? [] : [{ ...thing, path }];
  });
  const byPath = new Map(found.map((one) => [`${one.kind} ${one.path}`, one]));
  return [...byPath.values()].slice(0, maxResults);
}

function find(session: Session, reach: Reach, { by, text }: Wish): Promise<readonly Thing[]> {
  switch (by) {
    case "id":
      return findById(session, reach, text);
    case "request":
      return findByRequestId(session, reach, text);
    case "transaction":
      return findByTransaction(session, text);
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

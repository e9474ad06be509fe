import type { Session } from "../../db/database.ts";
import { parseId } from "../../kernel/id.ts";
import type { Standing } from "../../people/index.ts";
import { findPath } from "./find-path.ts";
import { findByEmail, findById, findByName, findByTransaction } from "./find-things.ts";
import type { Thing } from "./thing.ts";

/** Something that was found, and where it is shown to whoever looked for it. */
export interface Found extends Thing {
  readonly path: string;
}

const maxResults = 20;
const minNameLength = 2;

/** What somebody may see of what they look for: by id, by transaction, by e-mail, or by how a name begins. */
export async function search(session: Session, standing: Standing, query: string): Promise<readonly Found[]> {
  const text = query.trim();
  const things = await Promise.all(readQuery(text).map((wish) => find(session, standing, wish)));
  const found = things.flat().flatMap((thing) => {
    const path = findPath(standing, thing);
    return path === undefined ? [] : [{ ...thing, path }];
  });
  const byPath = new Map(found.map((one) => [`${one.kind} ${one.path}`, one]));
  return [...byPath.values()].slice(0, maxResults);
}

function find(session: Session, standing: Standing, { by, text }: Wish): Promise<readonly Thing[]> {
  switch (by) {
    case "id":
      return findById(session, text);
    case "transaction":
      return findByTransaction(session, text);
    case "email":
      return findByEmail(session, text);
    case "name":
      return findByName(session, standing, text);
  }
}

interface Wish {
  readonly by: "id" | "transaction" | "email" | "name";
  readonly text: string;
}

// Ethereum and Base write their transactions in 64 hexadecimal digits behind 0x, Stellar without, Solana in base58.
const hexTransaction = /^(?:0x)?[0-9a-f]{64}$/i;
const base58Transaction = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/** What a text may mean. Ids are written in capital letters, and people may have typed small ones. */
export function readQuery(text: string): readonly Wish[] {
  if (hexTransaction.test(text)) return [{ by: "transaction", text: text.toLowerCase() }];
  if (base58Transaction.test(text)) return [{ by: "transaction", text }];
  if (text.includes("@")) return [{ by: "email", text }];
  if (text.length < minNameLength) return [];
  const name: Wish = { by: "name", text };
  return parseId(text) === undefined ? [name] : [{ by: "id", text: text.toUpperCase() }, name];
}

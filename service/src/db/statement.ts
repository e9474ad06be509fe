import { createHash } from "node:crypto";

/** A SQL text and the name under which each connection prepares it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

// PostgreSQL truncates names at 63 bytes; 16 hex digits of the hash are unique enough for one service.
const nameLength = 16;

export function statement(text: string): Statement {
  const name = createHash("sha256").update(text).digest("hex").slice(0, nameLength);
  return { name, text };
}

export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Buffer
  | Date
  | null
  | readonly (string | number | bigint | boolean | Buffer | Date | null)[];

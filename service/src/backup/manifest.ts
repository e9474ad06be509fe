import Type, { type Static } from "typebox";
import { shapeOf } from "../kernel/shape.ts";

const head = Type.Object({
  /** Of a journal: `tenant/network`. Of an audit chain: the tenant, or `platform`. */
  name: Type.String(),
  sequence: Type.String(),
  hash: Type.String(),
});

const manifestType = Type.Object({
  migrations: Type.Array(
    Type.Object({ version: Type.Integer(), name: Type.String(), checksum: Type.String() }),
  ),
  sequences: Type.Array(
    Type.Object({ name: Type.String(), value: Type.String(), is_called: Type.Boolean() }),
  ),
  ledger_heads: Type.Array(head),
  audit_heads: Type.Array(head),
  /** Documents are in a storage of their own; this is how many the database refers to. */
  documents: Type.Integer(),
});

/** What the snapshot contains besides rows. */
export interface Manifest extends Static<typeof manifestType> {}
export type Head = Static<typeof head>;
export type SequenceValue = Manifest["sequences"][number];

const tableType = Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) });
export interface TableShape extends Static<typeof tableType> {}

const tableEndType = Type.Object({ rows: Type.Integer(), sha256: Type.String() });
const endType = Type.Object({ tables: Type.Integer(), rows: Type.Integer() });

export const manifestShape = shapeOf(manifestType);
export const tableShape = shapeOf(tableType);
export const tableEndShape = shapeOf(tableEndType);
export const endShape = shapeOf(endType);

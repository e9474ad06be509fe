import Type, { type Static } from "typebox";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { shapeOf } from "../kernel/shape.ts";
import { signatureMembers, signJson } from "../kernel/signed-json.ts";
import type { AuditChain, ChainEnd } from "./seal-hash.ts";
import type { HeadRow } from "./seal-store.ts";

const hash = Type.String({ pattern: "^[0-9a-f]{64}$" });

const SignedHeadsSchema = Type.Object(
  {
    format: Type.Literal("florin-audit-heads-1"),
    issued_at: Type.String(),
    heads: Type.Array(
      Type.Object(
        {
          chain: Type.String(),
          sequence: Type.String({ pattern: "^[1-9][0-9]{0,17}$" }),
          entries: Type.String({ pattern: "^[1-9][0-9]{0,17}$" }),
          hash,
          sealed_at: Type.String(),
        },
        { additionalProperties: false },
      ),
    ),
    ...signatureMembers,
  },
  { additionalProperties: false },
);

/** Heads of chains at one time, signed by the service: a copy of them elsewhere fixes the log up to then. */
export type SignedHeads = Static<typeof SignedHeadsSchema>;

/** Throws a `ShapeError` if the value has another shape. */
export const signedHeadsShape = shapeOf(SignedHeadsSchema);

/** `seed` is a service key. */
export function signHeads(
  seed: Buffer,
  { heads, issuedAt }: { readonly heads: readonly HeadRow[]; readonly issuedAt: Instant },
): SignedHeads {
  return signJson(seed, {
    format: "florin-audit-heads-1" as const,
    issued_at: formatInstant(issuedAt),
    heads: heads.map(({ tenantId, sequence, entryCount, hash: headHash, sealedAt }) => ({
      chain: tenantId,
      sequence: sequence.toString(),
      entries: entryCount.toString(),
      hash: headHash.toString("hex"),
      sealed_at: formatInstant(sealedAt),
    })),
  });
}

export function headsOf({ heads }: SignedHeads): ReadonlyMap<AuditChain, ChainEnd> {
  return new Map(
    heads.map(({ chain, sequence, hash: text }) => [
      chain,
      { sequence: BigInt(sequence), hash: Buffer.from(text, "hex") },
    ]),
  );
}

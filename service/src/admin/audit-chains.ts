import {
  type AuditChain,
  type AuditFinding,
  type ChainEnd,
  findHeads,
  headsOf,
  nextChain,
  type SignedHeads,
  signedHeadsShape,
  signHeads,
  verifyChain,
} from "../audit/index.ts";
import { loadOrCreateServiceKey } from "../auth/index.ts";
import { parseId } from "../kernel/id.ts";
import { ShapeError } from "../kernel/shape.ts";
import { isSigned, publicKeyOfSeed } from "../kernel/signed-json.ts";
import type { AdminContext } from "./open-admin.ts";
import { refuseAt } from "./read-input.ts";

export interface AuditFindingView {
  readonly sequence: string | undefined;
  readonly entryId: string | undefined;
  readonly detail: string;
}

export interface AuditVerificationView {
  readonly chain: string;
  readonly entries: number;
  readonly sequence: string;
  readonly hash: string;
  readonly findings: readonly AuditFindingView[];
  /** False if verification stopped early because there were too many findings. */
  readonly isComplete: boolean;
}

export interface AuditProgress {
  readonly chain: string;
  readonly seals: number;
  readonly total: number;
}

export interface AuditVerificationRequest {
  /** Id of a managing account, or `platform`; undefined for all chains. */
  readonly chain?: string | undefined;
  /** Content of a file written by `florin admin audit head`. */
  readonly heads?: string | undefined;
  /** The public key that must have signed it; otherwise the service's, for which the master key is required. */
  readonly publicKey?: string | undefined;
  readonly onProgress?: (progress: AuditProgress) => void;
}

const progressEveryMs = 1_000;

/** Verifies one chain at a time, and yields each result. */
export async function* verifyAudit(
  admin: AdminContext,
  request: AuditVerificationRequest,
): AsyncGenerator<AuditVerificationView, void, undefined> {
  const expected =
    request.heads === undefined ? noHeads : await readHeads(admin, request.heads, request.publicKey);
  const only = request.chain === undefined ? undefined : readChain(request.chain);
  for await (const chain of chainsOf(admin, expected, only)) {
    const head = expected.get(chain);
    const { entries, end, findings, isComplete } = await verifyChain(admin.database, chain, {
      ...(head === undefined ? {} : { expected: head }),
      onProgress: progressOf(admin, chain, request.onProgress),
    });
    yield {
      chain,
      entries,
      sequence: end.sequence.toString(),
      hash: end.hash.toString("hex"),
      findings: findings.map(viewFinding),
      isComplete,
    };
  }
}

/** The heads of all chains, signed, to be stored out of reach of anyone with database access. */
export async function exportHeads(
  admin: AdminContext,
  choice: { readonly chain?: string },
): Promise<SignedHeads> {
  const only = choice.chain === undefined ? undefined : readChain(choice.chain);
  const chains: AuditChain[] = [];
  for await (const chain of chainsOf(admin, noHeads, only)) chains.push(chain);
  const heads = await findHeads(admin.database, { tenantId: chains });
  return signHeads(await headsKey(admin), { heads, issuedAt: admin.clock.now() });
}

const noHeads: ReadonlyMap<AuditChain, ChainEnd> = new Map();

/** Every chain in the database and in the signed heads: one that was removed completely is missing here. */
async function* chainsOf(
  { database }: AdminContext,
  expected: ReadonlyMap<AuditChain, ChainEnd>,
  only: AuditChain | undefined,
): AsyncGenerator<AuditChain, void, undefined> {
  if (only !== undefined) {
    yield only;
    return;
  }
  const seen = new Set<AuditChain>();
  for (
    let chain = await nextChain(database, "");
    chain !== undefined;
    chain = await nextChain(database, chain)
  ) {
    seen.add(chain);
    yield chain;
  }
  for (const chain of expected.keys()) if (!seen.has(chain)) yield chain;
}

async function readHeads(
  admin: AdminContext,
  text: string,
  publicKey: string | undefined,
): Promise<ReadonlyMap<AuditChain, ChainEnd>> {
  const document = parseHeads(text);
  const trusted = publicKey ?? publicKeyOfSeed(await headsKey(admin));
  if (document.public_key !== trusted) {
    return refuseAt("head", `is signed by another key: ${document.public_key}, and not ${trusted}`);
  }
  return isSigned(document)
    ? headsOf(document)
    : refuseAt("head", "has an invalid signature: it was changed");
}

function parseHeads(text: string): SignedHeads {
  try {
    return signedHeadsShape.read(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ShapeError) {
      return refuseAt("head", "must be a file written by florin admin audit head");
    }
    throw error;
  }
}

async function headsKey(admin: AdminContext): Promise<Buffer> {
  return loadOrCreateServiceKey(admin.database, await admin.loadKeyRing(), "audit-heads");
}

function readChain(text: string): AuditChain {
  if (text === "platform") return text;
  return parseId<"tenant">(text) ?? refuseAt("tenant", "must be the id of a managing account, or platform");
}

function progressOf(
  { clock }: AdminContext,
  chain: AuditChain,
  report: AuditVerificationRequest["onProgress"],
): (progress: { readonly seals: number; readonly total: number }) => void {
  let reportedAt = clock.now();
  return (progress) => {
    const now = clock.now();
    if (now - reportedAt < progressEveryMs) return;
    reportedAt = now;
    report?.({ chain, ...progress });
  };
}

function viewFinding({ sequence, entryId, detail }: AuditFinding): AuditFindingView {
  return { sequence: sequence?.toString(), entryId, detail };
}

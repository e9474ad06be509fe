import type { FailureReason } from "../../chains/chain.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import { assert } from "../../kernel/assert.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type {
  CustodialLeg,
  Leg,
  Movement,
  MovementFailure,
  MovementId,
  MovementKind,
  MovementState,
  MovementStatus,
} from "./movement.ts";

/** A row of the movements table; source or destination may be missing. */
export interface MovementRow {
  readonly tenant_id: TenantId;
  readonly network: Network;
  readonly id: MovementId;
  readonly account_id: AccountId;
  readonly kind: MovementKind;
  readonly token_id: string;
  readonly issuer_key_index: number;
  readonly value_type: string;
  readonly scale: number;
  readonly units: bigint;
  readonly source_address_id: string | null;
  readonly source_chain: ChainName | null;
  readonly source_address: string | null;
  readonly source_key_index: number | null;
  readonly source_contract: string | null;
  readonly source_work_id: string | null;
  readonly destination_address_id: string | null;
  readonly destination_chain: ChainName | null;
  readonly destination_address: string | null;
  readonly destination_key_index: number | null;
  readonly destination_contract: string | null;
  readonly destination_work_id: string | null;
  readonly return_work_id: string | null;
  readonly status: MovementStatus;
  readonly step: MovementState["step"];
  readonly failure_reason: FailureReason | null;
  readonly failure_detail: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export function toRow(movement: Movement): MovementRow {
  const source = movement.kind === "mint" ? undefined : movement.source;
  const destination = movement.kind === "burn" ? undefined : movement.destination;
  const { state } = movement;
  const failure = "failure" in state ? state.failure : undefined;
  return {
    tenant_id: movement.tenantId,
    network: movement.network,
    id: movement.id,
    account_id: movement.accountId,
    kind: movement.kind,
    token_id: movement.token.id,
    issuer_key_index: movement.token.issuerKeyIndex,
    value_type: movement.asset.code,
    scale: movement.asset.scale,
    units: movement.units,
    source_address_id: source?.addressId ?? null,
    source_chain: source?.chain ?? null,
    source_address: source?.address ?? null,
    source_key_index: source?.keyIndex ?? null,
    source_contract: source?.contract ?? null,
    source_work_id: source?.workId ?? null,
    destination_address_id: destination?.addressId ?? null,
    destination_chain: destination?.chain ?? null,
    destination_address: destination?.address ?? null,
    destination_key_index: destination?.keyIndex ?? null,
    destination_contract: destination?.contract ?? null,
    destination_work_id: destination?.workId ?? null,
    return_work_id: movement.returnWorkId ?? null,
    status: state.status,
    step: state.step,
    failure_reason: failure?.reason ?? null,
    failure_detail: failure?.detail ?? null,
    created_at: movement.createdAt,
    updated_at: movement.updatedAt,
  };
}

export function toMovement(row: MovementRow): Movement {
  const fields = {
    id: row.id,
    tenantId: row.tenant_id,
    network: row.network,
    accountId: row.account_id,
    asset: { code: row.value_type, scale: row.scale },
    token: { id: row.token_id, issuerKeyIndex: row.issuer_key_index },
    units: row.units,
    state: toState(row),
    returnWorkId: row.return_work_id ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  switch (row.kind) {
    case "transfer":
      return { ...fields, kind: "transfer", source: toSource(row), destination: toDestination(row) };
    case "mint":
      return { ...fields, kind: "mint", destination: toDestination(row) };
    case "burn":
      return { ...fields, kind: "burn", source: toSource(row) };
  }
}

function toState({
  status,
  step,
  failure_reason: reason,
  failure_detail: detail,
}: MovementRow): MovementState {
  const failure = reason === null || detail === null ? undefined : { reason, detail };
  switch (step) {
    case "minting":
    case "burning":
    case "moving":
      return { status: "pending", step };
    case "returning":
    case "refund_failed":
      return { status: "pending", step, failure: reported(failure) };
    case "done":
      return status === "complete"
        ? { status: "complete", step: "done" }
        : { status: "failed", step: "done", failure: reported(failure) };
  }
}

function reported(failure: MovementFailure | undefined): MovementFailure {
  assert(failure !== undefined, "a failed movement has a failure");
  return failure;
}

function toSource(row: MovementRow): CustodialLeg {
  const { source_key_index: keyIndex } = row;
  assert(keyIndex !== null, "the source is a custodial address");
  return {
    ...toLeg({
      addressId: row.source_address_id,
      chain: row.source_chain,
      address: row.source_address,
      contract: row.source_contract,
    }),
    keyIndex,
    workId: row.source_work_id ?? undefined,
  };
}

function toDestination(row: MovementRow): Leg {
  return {
    ...toLeg({
      addressId: row.destination_address_id,
      chain: row.destination_chain,
      address: row.destination_address,
      contract: row.destination_contract,
    }),
    keyIndex: row.destination_key_index ?? undefined,
    workId: row.destination_work_id ?? undefined,
  };
}

type Place = Pick<Leg, "addressId" | "chain" | "address" | "contract">;

function toLeg({
  addressId,
  chain,
  address,
  contract,
}: { readonly [Name in keyof Place]: Place[Name] | null }): Place {
  assert(
    addressId !== null && chain !== null && address !== null && contract !== null,
    "source and destination are complete",
  );
  return { addressId, chain, address, contract };
}

import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import {
  type FeeFlow,
  feeFlows,
  removeFee as remove,
  requireTenant,
  listFees as selectFees,
  setFee as set,
  type TransferFee,
} from "../transfers/index.ts";
import { dollarsText, readCents, readCentsOrNone } from "./dollars.ts";
import { refuseAt } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";

/** A transfer fee as plain values. */
export interface FeeView {
  readonly id: string;
  readonly network: Network;
  /** Undefined for all accounts of the managing account. */
  readonly accountId: string | undefined;
  readonly flow: string;
  readonly transferType: string | undefined;
  readonly flat: string;
  readonly basisPoints: number;
  readonly minimum: string;
  readonly maximum: string | undefined;
  readonly updated: string;
}

export async function listFees(
  admin: AdminContext,
  { managingAccountId }: { readonly managingAccountId: string },
): Promise<readonly FeeView[]> {
  const tenantId = await requireTenant(admin.database, managingAccountId);
  return (await selectFees(admin.database, tenantId)).map(view);
}

export interface FeeRequest {
  readonly managingAccountId: string;
  readonly network: Network;
  readonly accountId?: string;
  readonly flow: string;
  readonly transferType?: string;
  readonly flat?: string;
  readonly basisPoints?: string;
  readonly minimum?: string;
  readonly maximum?: string;
}

const wholeNumber = /^\d{1,5}$/;

export async function setFee(admin: AdminContext, request: FeeRequest): Promise<FeeView> {
  const { managingAccountId, network, accountId, transferType, basisPoints = "0", maximum } = request;
  if (!wholeNumber.test(basisPoints)) refuseAt("basis_points", "must be a whole number");
  const input = {
    managingAccountId,
    network,
    accountId,
    transferType,
    flow: readFlow(request.flow),
    flatCents: readCentsOrNone(request.flat, "flat"),
    basisPoints: Number(basisPoints),
    minimumCents: readCentsOrNone(request.minimum, "minimum"),
    maximumCents: maximum === undefined ? undefined : readCents(maximum, "maximum"),
    cause: admin.cause,
  };
  return view(await admin.database.transaction((tx) => set(admin, tx, input)));
}

export async function removeFee(
  admin: AdminContext,
  request: { readonly managingAccountId: string; readonly id: string },
): Promise<FeeView> {
  const input = { ...request, cause: admin.cause };
  return view(await admin.database.transaction((tx) => remove(admin, tx, input)));
}

function readFlow(text: string): FeeFlow {
  return feeFlows.find((flow) => flow === text) ?? refuseAt("flow", `must be one of ${feeFlows.join(", ")}`);
}

function view(fee: TransferFee): FeeView {
  const { id, network, accountId, flow, transferType, basisPoints, maximumCents, updatedAt } = fee;
  return {
    id,
    network,
    accountId,
    flow,
    transferType,
    flat: dollarsText(fee.flatCents),
    basisPoints,
    minimum: dollarsText(fee.minimumCents),
    maximum: maximumCents === undefined ? undefined : dollarsText(maximumCents),
    updated: formatInstant(updatedAt),
  };
}

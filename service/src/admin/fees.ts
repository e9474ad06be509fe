import type { Network } from "../kernel/id.ts";
import {
  feeFlows,
  removeFee as remove,
  requireTenant,
  listFees as selectFees,
  setFee as set,
  type TransferFee,
} from "../transfers/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { readCents, readCentsOrNone, readOneOf, readTransferType, refuseAt } from "./read-input.ts";

export async function listFees(
  { database }: Pick<AdminContext, "database">,
  { managingAccountId }: { readonly managingAccountId: string },
): Promise<readonly TransferFee[]> {
  return selectFees(database, { tenantId: await requireTenant(database, managingAccountId) });
}

export interface FeeRequest {
  readonly managingAccountId: string;
  readonly network: Network;
  readonly accountId?: string | undefined;
  readonly flow: string;
  readonly transferType?: string | undefined;
  readonly flat?: string | undefined;
  readonly basisPoints?: string | undefined;
  readonly minimum?: string | undefined;
  readonly maximum?: string | undefined;
}

const wholeNumber = /^\d{1,5}$/;

export function setFee(admin: AdminContext, request: FeeRequest): Promise<TransferFee> {
  const { managingAccountId, network, accountId, basisPoints = "0", maximum } = request;
  if (!wholeNumber.test(basisPoints)) refuseAt("basis_points", "must be a whole number");
  const input = {
    managingAccountId,
    network,
    accountId,
    transferType: readTransferType(admin, request.transferType),
    flow: readOneOf("flow", feeFlows, request.flow),
    flatCents: readCentsOrNone(request.flat, "flat"),
    basisPoints: Number(basisPoints),
    minimumCents: readCentsOrNone(request.minimum, "minimum"),
    maximumCents: maximum === undefined ? undefined : readCents(maximum, "maximum"),
    cause: admin.cause,
  };
  return admin.database.transaction((tx) => set(admin, tx, input));
}

export function removeFee(
  admin: AdminContext,
  request: { readonly managingAccountId: string; readonly id: string },
): Promise<TransferFee> {
  return admin.database.transaction((tx) => remove(admin, tx, { ...request, cause: admin.cause }));
}

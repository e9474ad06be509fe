import type { RecordRefusedAddress } from "../audit/index.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Application } from "./application.ts";

/** Records that the application was used from an address that it does not allow. */
export function recordRefusedUse(
  record: RecordRefusedAddress,
  { tenantId, network, accountId, id }: Pick<Application, "tenantId" | "network" | "accountId" | "id">,
  address: string,
): Promise<void> {
  const cause: Cause = { actor: { type: "application", id }, requestId: undefined };
  return record({ tenantId, network }, { cause, subject: { type: "application", id }, accountId, address });
}

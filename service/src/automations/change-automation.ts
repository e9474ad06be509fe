import type { Instant } from "../kernel/instant.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { Automation, AutomationDestination, AutomationStatus } from "./automation.ts";

/** Requested changes; undefined fields stay unchanged. */
export interface RequestedChange {
  readonly name: string | undefined;
  readonly status: Exclude<AutomationStatus, "pending"> | undefined;
  readonly destination: AutomationDestination | undefined;
}

/** The changed automation, or a refusal. */
export function changeAutomation(
  before: Automation,
  { name = before.name, status, destination = before.destination }: RequestedChange,
  now: Instant,
): Automation | Refusal {
  const refusal = refuseStatus(before.status, status) ?? refuseCircle(before, destination);
  return refusal ?? { ...before, name, status: status ?? before.status, destination, updatedAt: now };
}

function refuseStatus(
  before: AutomationStatus,
  requestedTransfer: RequestedChange["status"],
): Refusal | undefined {
  switch (before) {
    case "archived":
      return refuse("conflict", "the automation is archived and cannot be changed");
    case "pending":
      return requestedTransfer === undefined || requestedTransfer === "archived"
        ? undefined
        : refuse("conflict", "the automation is still being set up; try again when it is active");
    case "active":
    case "disabled":
      return undefined;
  }
}

function refuseCircle({ source }: Automation, { addressId }: AutomationDestination): Refusal | undefined {
  if (source.medium === "bank" || source.addressId !== addressId) return undefined;
  const pointer = "/destination/address_id";
  const detail = "must not be the automation's own address";
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

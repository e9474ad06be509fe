import type { Instant } from "../kernel/instant.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { Automation, AutomationDestination, AutomationStatus } from "./automation.ts";

/** What is to be different; undefined stays as it is. */
export interface RequestedChange {
  readonly name: string | undefined;
  readonly status: Exclude<AutomationStatus, "pending"> | undefined;
  readonly destination: AutomationDestination | undefined;
}

/** The automation as it shall be, or why it cannot be so. */
export function changeAutomation(
  before: Automation,
  { name = before.name, status, destination = before.destination }: RequestedChange,
  now: Instant,
): Automation | Refusal {
  const refusal = refuseStatus(before.status, status) ?? refuseCircle(before, destination);
  return refusal ?? { ...before, name, status: status ?? before.status, destination, updatedAt: now };
}

function refuseStatus(before: AutomationStatus, requestedTransfer: RequestedChange["status"]): Refusal | undefined {
  switch (before) {
    case "archived":
      return refuse("conflict", "the automation is archived, which is final");
    case "pending":
      return requestedTransfer === undefined || requestedTransfer === "archived"
        ? undefined
        : refuse("conflict", "the automation is still being set up; it is active in a moment");
    case "active":
    case "disabled":
      return undefined;
  }
}

function refuseCircle({ source }: Automation, { addressId }: AutomationDestination): Refusal | undefined {
  if (source.medium === "bank" || source.addressId !== addressId) return undefined;
  const pointer = "/destination/address_id";
  const detail = "is the address of the automation itself, so nothing would move";
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

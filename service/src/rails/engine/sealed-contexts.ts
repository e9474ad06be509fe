/** Contexts of what the master key seals. */

export function entryContext({ tenantId, id }: { readonly tenantId: string; readonly id: string }): string {
  return `bank_entries/${tenantId}/${id}`;
}

interface KeyInNetwork {
  readonly network: string;
  readonly id: string;
}

/** A file contains names and account numbers; its bytes are sealed as one value. */
export function fileContext({ network, id }: KeyInNetwork): string {
  return `bank_files/${network}/${id}`;
}

export function bankEventContext({ network, id }: KeyInNetwork): string {
  return `bank_events/${network}/${id}`;
}

/** An end of a movement of money: who it is, and where. */
export interface Party {
  /** Owner of a bank account, or name of an address or account. */
  readonly name: string;
  /** "••1100", "0x1234…abcdef" */
  readonly number?: string | undefined;
  /** Bank, rail or chain: "bank 021000021", "USD by wire". */
  readonly detail?: string | undefined;
  /** What the user must know before paying: "Verification failed". */
  readonly status?: string | undefined;
  /** Page of the address or account. */
  readonly to?: string | undefined;
}

/** The fields of an address that identify it, as the API returns them. */
interface KnownAddress {
  readonly name: string;
  readonly address: string;
  readonly type?: string;
  readonly owner?: string;
  readonly account_number?: string;
  readonly routing_number?: string;
  readonly needs_update?: boolean;
  readonly verification?: string;
  readonly prenote?: string;
}

/** The owner of a bank account comes first: it is who gets the money, whatever the client calls the address. */
export function addressParty(address: KnownAddress): Party {
  const { name, owner, account_number: account } = address;
  if (owner === undefined) {
    const detail = address.type === "external" ? "external" : undefined;
    return { name, number: shortAddress(address.address) || undefined, detail };
  }
  const details = [bankName(address.routing_number), savedAs(address)].filter((part) => part !== undefined);
  return {
    name: owner,
    number: lastDigits(account),
    detail: details.length === 0 ? undefined : details.join(" · "),
    status: statusOf(address),
  };
}

/** "Acme Supplies LLC ••1100" */
export function partyText({ name, number }: Party): string {
  return number === undefined ? name : `${name} ${number}`;
}

/** Text by which an address is found: its owner, name, address and account number. */
export function addressSearch({
  name,
  owner = "",
  address,
  account_number: account = "",
}: KnownAddress): string {
  return [owner, name, address, account, lastDigits(account) ?? ""].join(" ").toLowerCase();
}

/** The API masks a number with stars: "****1100" is "••1100". */
export function lastDigits(masked: string | null | undefined): string | undefined {
  return masked === undefined || masked === null || masked === "" ? undefined : masked.replace(/^\*+/, "••");
}

export function bankName(routingNumber: string | null | undefined): string | undefined {
  return routingNumber === undefined || routingNumber === null ? undefined : `bank ${routingNumber}`;
}

const keptCharacters = 6;

function shortAddress(address: string): string {
  if (address.length <= 2 * keptCharacters + 1) return address;
  return `${address.slice(0, keptCharacters)}…${address.slice(-keptCharacters)}`;
}

function savedAs({ name, owner }: KnownAddress): string | undefined {
  return name === owner || name === "" ? undefined : `saved as “${name}”`;
}

function statusOf({ needs_update: needsUpdate, verification, prenote }: KnownAddress): string | undefined {
  if (needsUpdate === true) return "Needs update";
  if (verification === "failed" || verification === "pending") return `Verification ${verification}`;
  if (prenote === "pending" || prenote === "returned") return `Prenote ${prenote}`;
  return undefined;
}

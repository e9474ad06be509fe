import { describe, expect, test } from "vitest";
import { addressParty, addressSearch, partyText } from "./party-words.ts";

const bank = {
  name: "Acme Supplies LLC",
  address: "",
  type: "external",
  owner: "Acme Supplies LLC",
  account_number: "****1100",
  routing_number: "021000021",
};

describe("the party of a bank account", () => {
  test("is its owner, with the last digits and the bank", () => {
    const party = addressParty(bank);
    expect(party).toMatchObject({ name: "Acme Supplies LLC", number: "••1100", detail: "bank 021000021" });
    expect(partyText(party)).toBe("Acme Supplies LLC ••1100");
  });

  test("keeps the client's name of it beside the owner", () => {
    const party = addressParty({ ...bank, name: "Bank account ****1100" });
    expect(party.name).toBe("Acme Supplies LLC");
    expect(party.detail).toBe("bank 021000021 · saved as “Bank account ****1100”");
  });

  test("shows why it cannot be paid", () => {
    expect(addressParty(bank).status).toBeUndefined();
    expect(addressParty({ ...bank, verification: "verified", prenote: "accepted" }).status).toBeUndefined();
    expect(addressParty({ ...bank, needs_update: true }).status).toBe("Needs update");
    expect(addressParty({ ...bank, verification: "failed" }).status).toBe("Verification failed");
    expect(addressParty({ ...bank, prenote: "pending" }).status).toBe("Prenote pending");
  });

  test("is found by owner, name and number", () => {
    const text = addressSearch({ ...bank, name: "Payroll" });
    for (const part of ["acme supplies", "payroll", "1100"]) expect(text).toContain(part);
  });
});

test("the party of a chain address is its name, with the address", () => {
  const wallet = { name: "Main", address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", type: "internal" };
  expect(partyText(addressParty(wallet))).toBe("Main 0x5aAe…1BeAed");
  expect(addressParty({ ...wallet, type: "external" }).detail).toBe("external");
});

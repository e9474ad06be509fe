import type { NewAccount } from "../src/accounts/account-request.ts";

/** A request that passes every check: no refusal and no flag. Its individuals are invented. */
export function newAccountRequest(overrides: Partial<NewAccount> = {}): NewAccount {
  return {
    business_name: "Quillfeather Trading LLC",
    ein: "12-3498765",
    address: { street_line_1: "401 Seventh Avenue", city: "New York", state: "New York", zip: "10001" },
    phone_number: "212-736-5000",
    email: "office@quillfeather.example",
    website: "quillfeather.example",
    business_controller: newParty(),
    tos_attestation: {
      accepted_at: "2024-01-05T10:50:00.000Z",
      ip: "203.0.113.77",
      user_agent: "Quillbrowser/7.3",
      version: "2024-01-01",
    },
    beneficial_owners: [
      newParty({
        first_name: "Ottokar",
        last_name: "Zimbelstern",
        dob: "1971-03-09",
        ssn: "513-47-8126",
        email: "ottokar@quillfeather.example",
        ownership_percentage: "40",
      }),
    ],
    ...overrides,
  };
}

export type NewParty = NewAccount["business_controller"];

export function newParty(overrides: Partial<NewParty> = {}): NewParty {
  return {
    first_name: "Wilhelmina",
    last_name: "Vanderquack",
    dob: "1964-08-23",
    ssn: "512-38-7694",
    address: {
      street_line_1: "17 Larkspur Crescent",
      street_line_2: "Apartment 9",
      city: "Albany",
      state: "NY",
      zip: "12207-1234",
      country: "US",
    },
    email: "wilhelmina@quillfeather.example",
    phone_number: "+1 518 474 8390",
    ownership_percentage: 60,
    ...overrides,
  };
}

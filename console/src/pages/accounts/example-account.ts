import type { components } from "../../api/schema.d.ts";

export type NewAccount = components["schemas"]["CreateManagedAccountRequest"];

/** A fictional business that passes verification. */
export const exampleAccount: NewAccount = {
  business_name: "Juniper Hill Imports LLC",
  ein: "12-3498765",
  address: { street_line_1: "401 Seventh Avenue", city: "New York", state: "NY", zip: "10001" },
  phone_number: "212-736-5000",
  email: "office@juniperhill.example",
  website: "juniperhill.example",
  business_controller: {
    first_name: "Philippa",
    last_name: "Ashgrove",
    dob: "1979-05-14",
    ssn: "512-38-7694",
    address: { street_line_1: "17 Larkspur Crescent", city: "Albany", state: "NY", zip: "12207" },
    email: "philippa@juniperhill.example",
    phone_number: "518-474-8390",
    ownership_percentage: "60",
  },
  tos_attestation: { accepted_at: "2026-01-05T10:50:00.000Z", version: "2026-01-01" },
  beneficial_owners: [
    {
      first_name: "Anselm",
      last_name: "Brightwater",
      dob: "1971-03-09",
      ssn: "513-47-8126",
      address: { street_line_1: "8 Foxglove Road", city: "Troy", state: "NY", zip: "12180" },
      email: "anselm@juniperhill.example",
      phone_number: "518-279-7000",
      ownership_percentage: "40",
    },
  ],
  name: "Juniper Hill",
};

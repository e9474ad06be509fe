import type { NewAccount } from "./account-request.ts";

/**
 * Example in the API reference. Its numbers are never assigned: SSN area 000, EIN prefix 00, 555-01xx phone numbers.
 */
export const exampleRequest: NewAccount = {
  business_name: "Acme Incorporated",
  ein: "00-1234567",
  address: {
    street_line_1: "1 Main Street",
    street_line_2: "Suite 400",
    city: "Springfield",
    state: "IL",
    zip: "62701",
  },
  phone_number: "+12175550123",
  email: "hello@acme.example",
  website: "acme.example",
  business_controller: {
    first_name: "Jane",
    last_name: "Doe",
    dob: "1980-02-29",
    ssn: "000-12-3456",
    address: { street_line_1: "2 Oak Avenue", city: "Springfield", state: "Illinois", zip: "62704-1234" },
    email: "jane@acme.example",
    phone_number: "217-555-0124",
    ownership_percentage: 60,
  },
  tos_attestation: {
    accepted_at: "2024-11-15T10:50:00.000Z",
    ip: "192.0.2.10",
    user_agent: "Mozilla/5.0",
    version: "2024-01-01",
  },
  beneficial_owners: [
    {
      first_name: "John",
      last_name: "Roe",
      dob: "1975-07-04",
      ssn: "000-65-4321",
      address: { street_line_1: "3 Elm Street", city: "Chicago", state: "IL", zip: "60601" },
      email: "john@acme.example",
      phone_number: "312-555-0125",
      ownership_percentage: "40",
    },
  ],
  name: "Acme Payroll",
};

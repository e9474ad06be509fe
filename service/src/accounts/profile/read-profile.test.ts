import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newAccountRequest, newParty } from "../../../test/account-request.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { createIdFactory, tenantOf } from "../../kernel/id.ts";
import { addMs, formatInstant, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { isRefusal, orThrow } from "../../kernel/refusal.ts";
import { individualsOf } from "../profile.ts";
import { readNewAccount } from "./read-profile.ts";
import { einIndexOf, openProfile, sealProfile } from "./sealed-profile.ts";

const now = instantFromMs(Date.UTC(2026, 10, 15, 12));
const minuteMs = 60_000;

const text = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[0-9-]{0,12}$/), fc.domain());
const address = fc.record(
  { street_line_1: text, street_line_2: text, city: text, state: text, zip: text, country: text },
  { requiredKeys: ["street_line_1", "city", "state", "zip"] },
);
const party = fc.record(
  {
    first_name: text,
    last_name: text,
    dob: text,
    ssn: text,
    address,
    email: text,
    phone_number: text,
    ownership_percentage: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  },
  { requiredKeys: ["first_name", "last_name", "dob", "ssn", "address", "email", "phone_number"] },
);
const request = fc.record({
  business_name: text,
  ein: text,
  address,
  phone_number: text,
  email: text,
  website: text,
  business_controller: party,
  tos_attestation: fc.record({ accepted_at: text, ip: text, user_agent: text, version: text }),
  beneficial_owners: fc.option(fc.array(party, { maxLength: 3 })),
  name: text,
});

test("any well-shaped request is read or refused, and each pointer exists in the request", () => {
  fc.assert(
    fc.property(request, (body) => {
      const outcome = readNewAccount(body, now);
      if (!isRefusal(outcome)) return;
      expect(outcome.code).toBe("unprocessable");
      expect(outcome.errors?.length).toBeGreaterThan(0);
      for (const { pointer } of outcome.errors ?? []) expect(valueAt(body, pointer), pointer).toBeDefined();
    }),
  );
});

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], value);
}

test("terms may be accepted up to five minutes in the future, to allow for clock differences", () => {
  const at = (ms: number) =>
    readNewAccount(
      newAccountRequest({ tos_attestation: { accepted_at: formatInstant(addMs(now, ms)) } }),
      now,
    );
  expect(isRefusal(at(5 * minuteMs))).toBe(false);
  expect(at(5 * minuteMs + 1)).toMatchObject({ errors: [{ pointer: "/tos_attestation/accepted_at" }] });
});

test("a blank optional text counts as absent", () => {
  const business_controller = newParty({ address: { ...newParty().address, street_line_2: "  " } });
  const tos_attestation = { accepted_at: formatInstant(now), ip: " ", user_agent: "", version: " " };
  const address = { ...newAccountRequest().address, country: "" };
  const body = newAccountRequest({ name: " ", address, business_controller, tos_attestation });
  const { name, profile } = orThrow(readNewAccount(body, now));
  expect(name).toBe(profile.business.name);
  expect(profile.business.address.country).toBe("US");
  expect(profile.controller.address.streetLine2).toBeUndefined();
  expect(profile.tos).toEqual({ acceptedAt: now, ip: undefined, userAgent: undefined, version: undefined });
});

test("a time is stored as an instant, whatever its offset", () => {
  const tos_attestation = { accepted_at: "2026-01-05T05:50:00-05:00" };
  const { profile } = orThrow(readNewAccount(newAccountRequest({ tos_attestation }), now));
  expect(formatInstant(profile.tos.acceptedAt)).toBe("2026-01-05T10:50:00.000Z");
});

test("labels follow the order of the request and contain no personal data", () => {
  const owners = ["511110001", "511110002", "511110003"].map((ssn) =>
    newParty({ ssn, ownership_percentage: 20 }),
  );
  const { profile } = orThrow(readNewAccount(newAccountRequest({ beneficial_owners: owners }), now));
  expect(individualsOf(profile).map(({ label, ssn }) => `${label} ${ssn.slice(-1)}`)).toEqual([
    "controller 4",
    "owner_1 1",
    "owner_2 2",
    "owner_3 3",
  ]);
});

test("a sealed profile opens unchanged, with absent values still absent", () => {
  const newId = createIdFactory(systemClock);
  const accountId = newId<"account">();
  const key = { tenantId: tenantOf(newId<"account">()), accountId };
  const keyRing = createKeyRing(randomBytes(32));
  const bare = newAccountRequest({
    beneficial_owners: null,
    tos_attestation: { accepted_at: formatInstant(now) },
  });
  for (const body of [newAccountRequest(), bare]) {
    const { profile } = orThrow(readNewAccount(body, now));
    expect(openProfile(keyRing, sealProfile(keyRing, profile, key), key)).toEqual(profile);
  }
});

test("the blind index is equal only for equal EINs of one tenant and network", () => {
  const newId = createIdFactory(systemClock);
  const key = randomBytes(32);
  const tenantId = tenantOf(newId<"account">());
  const base = { tenantId, network: "testnet", ein: "123456789" } as const;
  const index = einIndexOf(key, base);
  expect(einIndexOf(key, { ...base }).equals(index)).toBe(true);
  const others = [
    einIndexOf(key, { ...base, ein: "123456788" }),
    einIndexOf(key, { ...base, network: "mainnet" }),
    einIndexOf(key, { ...base, tenantId: tenantOf(newId<"account">()) }),
    einIndexOf(randomBytes(32), base),
  ];
  for (const other of others) expect(other.equals(index)).toBe(false);
});

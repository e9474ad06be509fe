import { randomInt } from "node:crypto";
import { linkableRails } from "../bank/credit-rail.ts";
import type { Institution, LinkedAccount, PageProvider } from "../bank-links/provider.ts";
import { createSandboxPage } from "./sandbox-page.ts";

/**
 * Fictional banks. Their routing numbers are well-formed; the prefixes 0999 and 1299 are not assigned by the Federal
 * Reserve as far as we know.
 */
const institutions: readonly Institution[] = [
  { id: "first_sandbox_bank", name: "First Sandbox Bank", routingNumber: "099900111" },
  { id: "lakeside_test_credit_union", name: "Lakeside Test Credit Union", routingNumber: "099900124" },
  { id: "bank_of_nowhere", name: "Bank of Nowhere", routingNumber: "129900133" },
];

const numberDigits = 10;

/** Test banks on a page served by Florin. Every picked account is a new one. */
export function createSandboxBankLinks({ baseUrl }: { readonly baseUrl: string }): PageProvider {
  const name = "sandbox";
  return {
    name,
    institutions,
    rails: linkableRails,
    files: createSandboxPage(institutions),
    // The URL fragment stays in the browser.
    pageUrl: (linkToken) => `${baseUrl}/banklink/${name}#${linkToken}`,
    openAccount: ({ institution, accountType, owner }): LinkedAccount => ({
      institution: institution.name,
      routingNumber: institution.routingNumber,
      accountNumber: Array.from({ length: numberDigits }, () => randomInt(10)).join(""),
      accountType,
      owner,
    }),
  };
}

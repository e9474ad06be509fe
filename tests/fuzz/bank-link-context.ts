import type { TestApi, TestClient } from "../../service/test/api.ts";
import type { GoodRequests } from "./good-requests.ts";

/** Bank accounts of an account, and the data to link more. */
export interface BankLinkContext {
  readonly good: GoodRequests;
  /** A bank account that can be debited. */
  readonly linked: string;
  /** A bank account that can be paid by wire. */
  readonly payee: string;
  readonly known: Readonly<Record<string, readonly string[]>>;
}

export const bankLinkOperations = [
  "createExternalAddress",
  "listFinancialInstitutions",
  "createFinancialInstitution",
  "getFinancialInstitution",
  "getFinancialInstitutionStatus",
  "createFinancialInstitutionLinkToken",
  "createFinancialInstitutionUpdateLinkToken",
  "registerFinancialInstitution",
  "receiveLinkCallback",
  "createLinkToken",
  "registerLinkedAccount",
  "createUpdateLinkToken",
  "beginMicroDeposits",
  "confirmMicroDeposits",
  "simulatePublicToken",
];

const street = { street_line_1: "401 Larkspur Avenue", city: "New York", state: "NY", zip: "10001" };

export async function prepareBankLinks(api: TestApi, client: TestClient): Promise<BankLinkContext> {
  let requests = 0;
  const post = async (path: string, body?: object) => {
    requests += 1;
    const idempotencyKey = `fuzz-bank-${requests}`;
    const { token, accountId } = client;
    const input = { token, idempotencyKey, ...(body === undefined ? {} : { body }) };
    const response = await api.request("POST", `/accounts/${accountId}${path}`, input);
    if (response.status !== 201) throw new Error(`no ${path} to begin with: ${response.text}`);
    return response.body;
  };
  const linkToken = async (): Promise<string> => (await post("/banklink/link_token")).link_token;
  const publicToken = async (): Promise<string> =>
    (await post("/simulations/banklink/public_token", {})).public_token;
  const register = { transfer_types: ["ach_debit", "ach_credit"] };
  const { address_id: linked } = await post("/banklink/register-account", {
    ...register,
    public_token: await publicToken(),
  });
  const wire = { ...bankAccount("1001"), transfer_types: ["wire", "ach_credit"], ...streets };
  const { id: payee } = await post("/addresses/external", wire);
  const { address_id: tried } = await post("/banklink/micro-deposits", bankAccount("1002"));
  const [shown, picked, simulated] = [await linkToken(), await linkToken(), await linkToken()];
  const registered = await publicToken();
  const called = await post("/banklink/link_token");
  const picking = { link_token: called.link_token };
  const calledBack = await post("/simulations/banklink/public_token", picking);
  return {
    linked,
    payee,
    good: {
      createExternalAddress: { body: bankAccount("1003") },
      createFinancialInstitution: { body: bankAccount("1004") },
      getFinancialInstitution: { params: { financial_institution_id: payee } },
      getFinancialInstitutionStatus: { params: { financial_institution_id: linked } },
      createFinancialInstitutionUpdateLinkToken: { params: { financial_institution_id: linked } },
      registerFinancialInstitution: { body: { ...register, public_token: await publicToken() } },
      receiveLinkCallback: {
        params: { link_session: called.callback_url.split("/").at(-1) },
        body: { public_token: calledBack.public_token },
      },
      registerLinkedAccount: { body: { ...register, public_token: registered } },
      createUpdateLinkToken: { params: { address_id: linked } },
      beginMicroDeposits: { body: bankAccount("1005") },
      confirmMicroDeposits: { params: { address_id: tried } },
      showBankLinkSession: { body: { link_token: shown } },
      pickBankAccount: { body: { link_token: picked } },
      simulatePublicToken: { body: { link_token: simulated, account_type: "savings", owner: "Fuzz" } },
    },
    known: {
      financial_institution_id: [payee, linked],
      link_token: [shown, picked],
      public_token: [registered],
    },
  };
}

const streets = { bank_address: street, beneficiary_address: street };

function bankAccount(accountNumber: string): object {
  return {
    owner: "Wilhelmina Vanderquack",
    account_number: accountNumber,
    routing_number: "021000021",
    account_type: "checking",
    transfer_types: ["ach_credit"],
  };
}

import type { ApiRequest } from "../http/route.ts";
import { formatAmount, parseAmount, usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { tokenScale } from "../tokens/index.ts";
import type { ControlledOperation } from "./rule.ts";

/** What is known about a controlled request from the request itself. */
export interface ControlledRequest {
  readonly operation: ControlledOperation;
  /** Dollars, one to one, rounded up. */
  readonly cents?: bigint | undefined;
  /** With what was done before for the same purpose, if rules look at the sum. */
  readonly sumCents?: bigint | undefined;
  /** Of both ends and of the amount; empty if they are not known, and then a rule for any value type applies. */
  readonly assets: readonly string[];
  /** The id of the address that receives it, or empty: amounts of a day are added up. Undefined if each counts alone. */
  readonly destination?: string | undefined;
  /** For approvers, without personal data. */
  readonly summary: Readonly<Record<string, string>>;
}

type ReadRequest = Partial<ControlledRequest> & Pick<ControlledRequest, "summary">;
type Read = (body: Body, request: ApiRequest) => ReadRequest;
interface Control {
  readonly operation: ControlledOperation;
  readonly read: Read;
}

/** The controlled endpoints, by their operation ids. */
const controls: Readonly<Record<string, Control>> = {
  createTransfer: {
    operation: "transfer",
    read: (body) => {
      const { value = "", currency = "" } = partOf(body, "amount");
      return {
        ...amountOf(value, currency),
        assets: [...assetsIn(body, ["source", "destination"]), currency],
        destination: partOf(body, "destination")["address_id"] ?? "",
        summary: { amount: `${value} ${currency}`, ...endsOf(body) },
      };
    },
  },
  createTokenMint: { operation: "token_mint", read: readToken },
  createTokenBurn: { operation: "token_burn", read: readToken },
  createTokenTransfer: { operation: "token_transfer", read: readToken },
  createExternalAddress: { operation: "external_address", read: readAddress },
  updateAddress: { operation: "external_address", read: (_body, { params }) => ({ summary: { ...params } }) },
  createFinancialInstitution: { operation: "external_address", read: readAddress },
  registerLinkedAccount: {
    operation: "external_address",
    read: () => ({ summary: { kind: "linked bank account" } }),
  },
  registerFinancialInstitution: {
    operation: "external_address",
    read: () => ({ summary: { kind: "linked bank account" } }),
  },
  beginMicroDeposits: { operation: "external_address", read: readAddress },
  // A bank account can be debited once its owner has confirmed it.
  confirmMicroDeposits: {
    operation: "external_address",
    read: (_body, { params }) => ({ summary: { kind: "micro-deposits of a bank account", ...params } }),
  },
  createAutomation: {
    operation: "automation",
    read: (body) => ({
      assets: assetsIn({ source: { value_type: usd.code }, ...body }, [
        "source",
        "destination",
        "destination_address",
      ]),
      summary: {
        ...textsOf(body, ["name"]),
        ...endsOf(body),
        ...endsOf({ destination: body["destination_address"] }),
      },
    }),
  },
  updateAutomation: {
    operation: "automation",
    read: (body, { params }) => ({
      summary: { ...params, ...textsOf(body, ["name", "status"]), ...endsOf(body) },
    }),
  },
  issueToken: {
    operation: "token_issue",
    read: (body) => ({
      assets: Object.values(textsOf(body, ["value_type"])),
      summary: textsOf(body, ["name", "value_type"]),
    }),
  },
  deployToken: { operation: "token_issue", read: (_body, { params }) => ({ summary: { ...params } }) },
  inviteMember: { operation: "member", read: (body) => ({ summary: textsOf(body, ["role"]) }) },
  changeMemberRole: {
    operation: "member",
    read: (body, { params }) => ({ summary: { ...userIn(params), ...textsOf(body, ["role"]) } }),
  },
  removeMember: {
    operation: "member",
    read: (_body, { params }) => ({ summary: { change: "remove", ...userIn(params) } }),
  },
  createApplication: {
    operation: "credential",
    read: (body) => ({ summary: { ...textsOf(body, ["name"]), scopes: listOf(body["scopes"]) } }),
  },
  rotateApplicationSecret: { operation: "credential", read: readApplication },
  addApplicationKey: { operation: "credential", read: readApplication },
  restrictApplication: { operation: "credential", read: readRestrictions },
  changeApplicationScopes: {
    operation: "credential",
    read: (body, request) => ({
      summary: { ...readApplication(body, request).summary, scopes: listOf(body["scopes"]) },
    }),
  },
  expireApplicationSecret: {
    operation: "credential",
    read: (body, request) => ({
      summary: {
        ...readApplication(body, request).summary,
        ends: typeof body["ends"] === "string" ? body["ends"] : "never",
      },
    }),
  },
  createApprovalRule: {
    operation: "approval_rule",
    read: (body) => ({ summary: { change: "create", ...textsOf(body, ["operation", "network"]) } }),
  },
  removeApprovalRule: {
    operation: "approval_rule",
    read: (_body, { params }) => ({ summary: { change: "remove", ...params } }),
  },
};

export const controlledEndpoints: readonly string[] = Object.keys(controls);

export function operationOf(endpoint: string): ControlledOperation | undefined {
  return controls[endpoint]?.operation;
}

/** Undefined for endpoints that no rule can control. */
export function readControlled(endpoint: string, request: ApiRequest): ControlledRequest | undefined {
  const control = controls[endpoint];
  if (control === undefined) return undefined;
  const { operation, read } = control;
  return { assets: [], ...read((request.body ?? {}) as Body, request), operation };
}

type Body = Readonly<Record<string, unknown>>;

function readToken(body: Body): ReadRequest {
  const { amount = "" } = textsOf(body, ["amount"]);
  const assets = assetsIn(body, ["source", "destination"]);
  const [asset = ""] = assets;
  return {
    ...amountOf(amount, asset),
    assets,
    destination: partOf(body, "destination")["address_id"] ?? "",
    summary: { amount: `${amount} ${asset}`, ...endsOf(body) },
  };
}

/** Of a bank account, the last four digits. */
function readAddress(body: Body): ReadRequest {
  const { account_number: number = partOf(body, "bank_details")["account_number"], ...texts } = textsOf(
    body,
    ["name", "address", "transfer_type", "account_number"],
  );
  return { summary: { ...texts, ...(number === undefined ? {} : { account: `…${number.slice(-4)}` }) } };
}

function readApplication(_body: Body, { params }: ApiRequest): ReadRequest {
  return { summary: { application: params["application_id"] ?? "" } };
}

function readRestrictions(body: Body, request: ApiRequest): ReadRequest {
  const { summary } = readApplication(body, request);
  const allowed = listOf(body["allowed_ips"]) || "any";
  return { summary: { ...summary, allowed_ips: allowed, requires_dpop: String(body["requires_dpop"]) } };
}

function userIn(params: ApiRequest["params"]): Readonly<Record<string, string>> {
  return { user: params["user_id"] ?? "" };
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.join(" ") : "";
}

const centUnits = 10n ** BigInt(tokenScale - usd.scale);

/** An amount that cannot be read is refused by the endpoint itself. */
function amountOf(value: string, code: string): { readonly cents: bigint | undefined } {
  const money = parseAmount(value, { code, scale: tokenScale }, "/amount");
  return { cents: isRefusal(money) ? undefined : (money.units + centUnits - 1n) / centUnits };
}

export function dollarCents(value: string): bigint | undefined {
  return amountOf(value, usd.code).cents;
}

function endsOf(body: Body): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ["source", "destination"].flatMap((end) => {
      const { address_id, value_type, transfer_type } = partOf(body, end);
      const parts = [value_type, transfer_type, address_id].filter((part) => part !== undefined);
      return parts.length === 0 ? [] : [[end, parts.join(" ")]];
    }),
  );
}

function assetsIn(body: Body, ends: readonly string[]): readonly string[] {
  return ends.flatMap((end) => partOf(body, end)["value_type"] ?? []);
}

function partOf(body: Body, name: string): Readonly<Record<string, string | undefined>> {
  const part = body[name];
  return typeof part === "object" && part !== null ? (part as Record<string, string | undefined>) : {};
}

export function textsOf(body: Body, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = body[name];
      return typeof text === "string" ? [[name, text]] : [];
    }),
  );
}

export function shownCents(cents: bigint | undefined): string | null {
  return cents === undefined ? null : formatAmount({ units: cents, asset: usd });
}

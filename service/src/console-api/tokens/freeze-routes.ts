import Type from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { freezeTokenAddress, unfreezeTokenAddress } from "../../admin/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { principalOf } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { FreezeSchema, freezeList, freezeStatuses, presentFreeze } from "../../tokens/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consoleList, consolePath, endpoints, workspacePath } from "../console-route.ts";

const maxReasonLength = 500;
const maxAddressLength = 100;
const maxValueTypeLength = 12;

const NetworkSchema = Type.Enum(["testnet", "mainnet"]);
const ReasonSchema = Type.String({
  minLength: 1,
  maxLength: maxReasonLength,
  description: "Reason, for the audit log.",
});
const statusFilter = { status: Type.Optional(Type.Enum([...freezeStatuses])) };

const ListQuery = strictObject({
  ...pageQuery,
  network: Type.Optional(NetworkSchema),
  value_type: Type.Optional(Type.String({ maxLength: maxValueTypeLength })),
  ...statusFilter,
});
const OwnQuery = strictObject({ ...pageQuery, ...statusFilter });

const FreezesSchema = named(
  "ConsoleFreezes",
  Type.Object({ freezes: Type.Array(FreezeSchema), pagination: PaginationSchema }),
);
const pageOfFreezes = { description: "A page, newest first.", schema: FreezesSchema };

const OrderSchema = strictObject({
  network: NetworkSchema,
  value_type: Type.String({ minLength: 1, maxLength: maxValueTypeLength }),
  transfer_type: ChainSchema,
  address: Type.String({ minLength: 1, maxLength: maxAddressLength }),
  reason: ReasonSchema,
});

const UnfreezeSchema = strictObject({ network: NetworkSchema, reason: ReasonSchema });

export const freezeRoutes = endpoints<ConsoleDeps>([
  ({ database }) =>
    consoleList(`GET ${consolePath}/freezes`, {
      operationId: "listFreezes",
      summary: "List freezes",
      access: { permission: "freezes.read" },
      query: ListQuery,
      response: pageOfFreezes,
      list: {
        session: database,
        rows: freezeList,
        filters: ({ query: { network, value_type: valueType, status } }) => ({ network, valueType, status }),
        name: "freezes",
        status: "status",
        present: (freezes) => freezes.map(presentFreeze),
      },
    }),
  commandEndpoint(`POST ${consolePath}/freezes`, {
    operationId: "freezeAddress",
    summary: "Freeze an address for a token",
    description:
      "The service stops moving the token from or to the address. The freeze is submitted on chain, and once " +
      "it is final the address is `frozen`. Only for tokens issued on this instance.",
    access: { permission: "freezes.write", isSensitive: true },
    body: { schema: OrderSchema },
    response: { status: 201, description: "The pending freeze.", schema: FreezeSchema },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (request, deps) => {
      const body = request.body;
      const { network, value_type: valueType, transfer_type: chain, address, reason } = body;
      const order = { network, valueType, chain, address, reason };
      return presentFreeze(await freezeTokenAddress(adminFor(deps, request), order));
    },
  }),
  commandEndpoint(`POST ${consolePath}/freezes/{freeze_id}/unfreeze`, {
    operationId: "unfreezeAddress",
    summary: "Unfreeze an address",
    access: { permission: "freezes.write", confirmation: "always" },
    body: { schema: UnfreezeSchema },
    response: { description: "The freeze, being lifted.", schema: FreezeSchema },
    refusals: ["not_found", "conflict"],
    handle: async (request, deps) => {
      const { network, reason } = request.body;
      const order = { network, reason, id: request.params["freeze_id"] ?? "" };
      return presentFreeze(await unfreezeTokenAddress(adminFor(deps, request), order));
    },
  }),
  /** Members see freezes of the tokens that their own tenant issues. */
  ({ database }) =>
    consoleList(`GET ${workspacePath}/tokens/{value_type}/freezes`, {
      operationId: "listTokenFreezes",
      summary: "List freezes of a token issued by the tenant",
      access: { permission: "tokens:read" },
      query: OwnQuery,
      response: pageOfFreezes,
      list: {
        session: database,
        rows: freezeList,
        filters: (request) => {
          const { tenantId, network } = principalOf(request);
          return {
            network,
            valueType: request.params["value_type"] ?? "",
            status: request.query.status,
            tenantId,
          };
        },
        isOrdered: true,
        present: (freezes) => freezes.map(presentFreeze),
      },
    }),
]);

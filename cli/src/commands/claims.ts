import { withAdmin } from "../admin-api.ts";
import { type CommandGroup, command, itemCommand, listCommand } from "../admin-command.ts";
import { defaultOneOf, oneOf, optional, reason, required } from "../command-options.ts";
import { CommandError } from "../failure.ts";
import { shown, withSnakeCase } from "../output.ts";

const settling = [
  optional("--amount <dollars>", "Part of the claim; by default all that remains"),
  reason,
] as const;

export const claimCommands: CommandGroup = {
  name: "claims",
  description: "Manage claims: amounts that accounts owe because a debit was returned after completion",
  commands: [
    listCommand("list", {
      description: "List claims of all tenants, oldest first",
      options: [oneOf("--status <status>", "Filter by status", ["open", "repaid", "offset", "written_off"])],
      run: async (api, admin, filter) =>
        api.presentItems(await api.listClaims(admin, filter), api.presentClaim),
      noun: "claims",
      columns: "id network account_id return_code amount remaining status opened",
    }),
    itemCommand("show <claim>", {
      description: "Show a claim with its settlements",
      run: async (api, admin, { claim: id }) => {
        const { claim, settlements } = await api.showClaim(admin, id);
        const parts = settlements.map((settlement) => shown(api.presentSettlement(settlement)));
        return { ...api.presentClaim(claim), settlements: parts };
      },
      tables: { settlements: "id type amount status source created" },
    }),
    itemCommand("instructions <claim>", {
      description: "Show deposit instructions to repay a claim; opens its account number if needed",
      run: async (api, admin, { claim }) => withSnakeCase(await api.claimInstructions(admin, claim)),
      fields: "bank_name routing_number account_number beneficiary_name memo",
    }),
    listCommand("verify", {
      description: "Compare all claims with the receivables in the ledger; fails if they differ",
      run: (api, admin) => api.verifyClaims(admin),
      noun: "differences",
      columns: "tenant_id network account_id claims ledger",
      after: (_, found) => {
        if (found.length > 0)
          throw new CommandError(`the claims of ${found.length} accounts differ from the ledger`);
      },
    }),
    itemCommand("repay <claim>", {
      description:
        "Book money that repays a claim: a payment in suspense, or money the bank received otherwise",
      options: [
        ...settling,
        optional("--payment <id>", "Payment in suspense that repays it"),
        optional("--reference <text>", "Bank reference of a credit that is an open item"),
      ],
      consequence: ({ claim, payment, reference }) => {
        const money = payment === undefined ? `the money with reference ${reference}` : `payment ${payment}`;
        return `Claim ${claim} is repaid by ${money}.`;
      },
      run: async (api, admin, { claim: claimId, payment, ...request }) => {
        const repaid = payment === undefined ? request : { ...request, paymentId: payment };
        return api.presentClaim(await api.repayClaim(admin, { ...repaid, claimId }));
      },
    }),
    itemCommand("offset <claim>", {
      description: "Burn tokens of the account; the claim is settled when the burn is final",
      options: [
        ...settling,
        required("--address <id>", "Address id of a wallet of the account"),
        required("--chain <chain>", "Chain of the tokens"),
        required("--value-type <token>", "Fiat-backed token"),
      ],
      consequence: ({ claim, amount, valueType, address, chain }) =>
        `${amount ?? "All that remains, in"} ${valueType} of ${address} on ${chain} is burned to settle claim ${claim}.`,
      run: async (api, admin, { claim: claimId, address: addressId, ...request }) =>
        api.presentClaim(await api.offsetClaim(admin, { ...request, claimId, addressId })),
    }),
    itemCommand("write-off <claim>", {
      description: "Write off a claim; treasury dollars or earned fees pay for the loss",
      options: [
        ...settling,
        defaultOneOf("--from <account>", "Own money that pays", {
          values: ["treasury", "fees"],
          fallback: "treasury",
        }),
      ],
      consequence: ({ claim, amount, from }) =>
        `${amount ?? "All that remains"} of claim ${claim} is written off, paid from ${from}.`,
      run: async (api, admin, { claim: claimId, ...request }) =>
        api.presentClaim(await api.writeOffClaim(admin, { ...request, claimId })),
    }),
    command("reauthorize <address>", {
      description: "Allow debits of a bank account again, after its owner gave a new authorization",
      options: [reason],
      run: async ({ context, name, input: { address: addressId, reason: why } }) => {
        await withAdmin(context, name, (api, admin) =>
          api.reauthorizeAddress(admin, { addressId, reason: why }),
        );
        context.stderr.write("Debits are allowed again.\n");
      },
    }),
  ],
};

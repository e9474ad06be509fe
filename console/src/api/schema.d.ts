// Written by `npm run console:types` from the routes that the console calls.

export interface paths {
    "/console/api/workspaces/{tenant_id}/{network}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listAccounts"];
        put?: never;
        post: operations["workspace.createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["workspace.updateAccount"];
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/verification/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listVerificationDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.simulateVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/internal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.createInternalAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/external": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.createExternalAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/{address_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["workspace.updateAddress"];
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/{address_id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getAddressBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/link_token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.createLinkToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/register-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.registerLinkedAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/{address_id}/update-link-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.createUpdateLinkToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/micro-deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.beginMicroDeposits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/banklink/micro-deposits/{address_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.confirmMicroDeposits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/banklink/public_token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.simulatePublicToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listAccountTokens"];
        put?: never;
        post: operations["workspace.issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/{value_type}/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.deployToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/reserves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getReserves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listTokenTransfers"];
        put?: never;
        post: operations["workspace.createTokenTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/transfers/{transfer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getTokenTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/mints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listTokenMints"];
        put?: never;
        post: operations["workspace.createTokenMint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/mints/{mint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getTokenMint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/burns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listTokenBurns"];
        put?: never;
        post: operations["workspace.createTokenBurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/burns/{burn_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getTokenBurn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listTokenTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.simulateDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listTransfers"];
        put?: never;
        post: operations["workspace.createTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.quoteTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers/{transfer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers/{transfer_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.cancelTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/automations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listAutomations"];
        put?: never;
        post: operations["workspace.createAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/automations/{automation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getAutomation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["workspace.updateAutomation"];
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.simulatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/transfers/{transfer_id}/ach-return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.simulateAchReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/transfers/{transfer_id}/wire-return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.simulateWireReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/transfers/{transfer_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.simulateReject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/transfers/{transfer_id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.simulateSettlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/simulations/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getSimulatedClock"];
        put?: never;
        post: operations["workspace.setSimulatedClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/webhooks/event_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/event_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listAccountEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listWebhookSubscriptions"];
        put?: never;
        post: operations["workspace.createWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/{subscription_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getWebhookSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["workspace.archiveWebhookSubscription"];
        options?: never;
        head?: never;
        patch: operations["workspace.updateWebhookSubscription"];
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/events/{event_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.resendWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["workspace.testWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workspace.getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {unknown} */
            status: "pending" | "complete" | "rejected";
            created: components["schemas"]["DateTime"];
            updated: components["schemas"]["DateTime"];
            business_name: string | null;
            /** @enum {unknown} */
            kind: "managing" | "managed";
            managing_account_id: string | null;
            self_attested: boolean;
        };
        AccountBalance: {
            address: {
                id: components["schemas"]["Id"];
                address: string;
            };
            balance: components["schemas"]["BalanceAmount"];
            available: components["schemas"]["BalanceAmount"];
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar";
            value_type: string;
            held: components["schemas"]["BalanceAmount"];
        };
        AccountList: {
            accounts: (components["schemas"]["Id"] | components["schemas"]["Account"])[];
            pagination: components["schemas"]["Pagination"];
        };
        Address: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "active" | "archived";
            name: string;
            address?: string;
            transfer_types: ("ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit")[];
            /** @enum {unknown} */
            type: "internal" | "external";
            created: components["schemas"]["DateTime"];
            owner?: string;
            account_number?: string;
            routing_number?: string;
            /** @enum {unknown} */
            account_type?: "checking" | "savings";
            needs_update?: boolean;
            /** @enum {unknown} */
            verification?: "pending" | "verified" | "failed";
            bank_address?: components["schemas"]["USStreetAddress"] | null;
            beneficiary_address?: components["schemas"]["USStreetAddress"] | null;
            last_updated: components["schemas"]["DateTime"];
        };
        AddressBalance: {
            address: {
                id: components["schemas"]["Id"];
                address: string;
            };
            balance: components["schemas"]["BalanceAmount"];
            available: components["schemas"]["BalanceAmount"];
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar";
            value_type: string;
        };
        AddressItem: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "active" | "archived";
            name: string;
            address?: string;
            transfer_types: ("ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit")[];
            /** @enum {unknown} */
            type: "internal" | "external";
            created: components["schemas"]["DateTime"];
            owner?: string;
            account_number?: string;
            routing_number?: string;
            /** @enum {unknown} */
            account_type?: "checking" | "savings";
            needs_update?: boolean;
            /** @enum {unknown} */
            verification?: "pending" | "verified" | "failed";
        };
        AddressList: {
            addresses: components["schemas"]["AddressItem"][];
            pagination?: components["schemas"]["Pagination"];
        };
        Automation: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {unknown} */
            status: "pending" | "active" | "disabled" | "archived";
            source: components["schemas"]["AutomationSource"];
            destination: components["schemas"]["AutomationDestination"];
            brand: null | {
                account_id: components["schemas"]["Id"];
            };
            last_problem: null | components["schemas"]["AutomationProblem"];
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
        };
        AutomationDestination: {
            address_id: components["schemas"]["Id"];
            value_type: string;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
        };
        AutomationDestinationRequest: {
            address_id: components["schemas"]["Id"];
            value_type: string;
            /** @enum {string} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit";
        };
        AutomationList: {
            automations: components["schemas"]["Automation"][];
            pagination: components["schemas"]["Pagination"];
        };
        AutomationProblem: {
            code: string;
            detail: string;
            occurred_at: components["schemas"]["DateTime"];
        };
        AutomationSource: {
            value_type: string;
            /** @enum {unknown} */
            transfer_type?: "ethereum" | "base" | "solana" | "stellar";
            funding_instructions?: components["schemas"]["WireInstructions"];
            address_id?: string | null;
            address?: string | null;
        };
        AutomationSourceRequest: {
            value_type: string;
            /** @enum {string} */
            transfer_type?: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet";
        };
        BalanceAmount: {
            value: string;
            currency: string;
        };
        BalanceList: {
            balances: components["schemas"]["AccountBalance"][];
        };
        BeginMicroDepositsRequest: {
            owner: string;
            account_number: string;
            routing_number: string;
            /** @enum {unknown} */
            account_type: "checking" | "savings";
            transfer_types: ("ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit")[];
            name?: string;
        };
        ConfirmMicroDepositsRequest: {
            amounts: string[];
        };
        ControllingParty: {
            first_name: string;
            last_name: string;
            dob: string;
            ssn: string;
            address: components["schemas"]["USStreetAddress"];
            email: string;
            phone_number: string;
            ownership_percentage?: number | string | null;
        };
        CreateAutomationRequest: {
            name: string;
            source: components["schemas"]["AutomationSourceRequest"];
            destination?: components["schemas"]["AutomationDestinationRequest"];
            destination_address?: components["schemas"]["AutomationDestinationRequest"];
            brand?: components["schemas"]["TransferBrandRequest"];
            branding?: components["schemas"]["TransferBrandRequest"];
        };
        CreateExternalAddressRequest: {
            name?: string;
            transfer_types: ("ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit")[];
            address?: string;
            owner?: string;
            account_number?: string;
            routing_number?: string;
            /** @enum {unknown} */
            account_type?: "checking" | "savings";
            bank_address?: components["schemas"]["USStreetAddress"];
            beneficiary_address?: components["schemas"]["USStreetAddress"];
        };
        CreateInternalAddressRequest: {
            name: string;
            transfer_types: ("ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet")[];
        };
        CreateManagedAccountRequest: {
            business_name: string;
            ein: string;
            address: components["schemas"]["USStreetAddress"];
            phone_number: string;
            email: string;
            website: string;
            business_controller: components["schemas"]["ControllingParty"];
            tos_attestation: components["schemas"]["EndUserTosAttestation"];
            beneficial_owners?: components["schemas"]["ControllingParty"][] | null;
            /** @deprecated */
            ultimate_beneficial_owners?: components["schemas"]["ControllingParty"][];
            name?: string;
            doc_submission_ids?: components["schemas"]["Id"][];
        };
        CreateWebhookSubscriptionRequest: {
            url: string;
            events: string[];
            description?: string | null;
        };
        CreatedAccount: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {unknown} */
            status: "pending";
            created: components["schemas"]["DateTime"];
            updated: components["schemas"]["DateTime"];
        };
        CreatedTokenBurn: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed";
            amount: string;
            created_at: components["schemas"]["DateTime"];
            source: components["schemas"]["TokenEnd"];
        };
        CreatedTokenMint: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed";
            amount: string;
            created_at: components["schemas"]["DateTime"];
            destination: components["schemas"]["TokenEnd"];
        };
        CreatedTokenTransfer: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed";
            amount: string;
            created_at: components["schemas"]["DateTime"];
            source: components["schemas"]["TokenEnd"];
            destination: components["schemas"]["TokenEnd"];
        };
        CreatedWebhookSubscription: {
            id: components["schemas"]["Id"];
            url: string;
            events: string[];
            /** @enum {unknown} */
            status: "active" | "disabled" | "archived";
            description: string | null;
            /** @enum {string|null} */
            disabled_reason: "asked" | "gone" | "failing" | null;
            /** Format: date-time */
            failing_since: string | null;
            /** Format: date-time */
            previous_secret_valid_until: string | null;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
            sharedSecret: string;
        };
        /** Format: date-time */
        DateTime: string;
        DeploymentReserves: {
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar";
            contract_address: string;
            chain_supply: string | null;
            chain_error: string | null;
            ledger_supply: string | null;
            minting: string;
            burning: string;
            difference: string | null;
            as_of: components["schemas"]["DateTime"];
        };
        EndUserTosAttestation: {
            /** Format: date-time */
            accepted_at: string;
            ip?: string;
            user_agent?: string;
            version?: string;
        };
        Error: {
            status: number;
            title: string;
            detail: string;
            /** @enum {unknown} */
            code: "validation_failed" | "malformed_request" | "idempotency_key_missing" | "unsupported_api_version" | "unauthorized" | "sign_in_required" | "insufficient_scope" | "not_permitted" | "second_factor_required" | "cross_site_request" | "network_not_supported" | "not_a_managing_account" | "not_a_tokenization_account" | "not_found" | "address_not_found" | "method_not_allowed" | "conflict" | "idempotency_key_in_flight" | "payload_too_large" | "unsupported_media_type" | "unprocessable" | "insufficient_balance" | "unsupported_route" | "insufficient_liquidity" | "limit_exceeded" | "address_not_allowed" | "documents_not_supported" | "idempotency_key_reused" | "rate_limited" | "internal" | "overloaded" | "dependency_unavailable";
            request_id: string;
            errors?: {
                pointer: string;
                detail: string;
            }[];
        };
        Event: {
            id: components["schemas"]["Id"];
            type: string;
            created: components["schemas"]["DateTime"];
            data: Record<string, never>;
            account_id: components["schemas"]["Id"];
            sequence: number;
        };
        EventList: {
            events: components["schemas"]["Event"][];
            pagination: components["schemas"]["EventPagination"];
        };
        EventPagination: {
            page_size: number;
            next: string | null;
            prev: string | null;
            has_more: boolean;
        };
        EventType: {
            event_type: string;
            summary: string;
            schema: {
                [key: string]: unknown;
            };
        };
        EventTypeList: {
            event_types: components["schemas"]["EventType"][];
        };
        Id: string;
        LinkToken: {
            link_token: string;
            expiration: components["schemas"]["DateTime"];
            callback_url: string;
        };
        MicroDepositConfirmation: {
            address_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "verified" | "failed";
            tries_left: number;
        };
        MicroDeposits: {
            address_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending";
        };
        Pagination: {
            page_size: number;
            next: string | null;
            prev: string | null;
        };
        Payment: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed" | "returned";
            amount: {
                value: string;
                currency: string;
            };
            /** @enum {unknown} */
            direction: "inbound" | "outbound";
            /** @enum {unknown} */
            type: "wire" | "ach" | "rtp";
            inserted_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
            transfer_id: string | null;
            automation_id: string | null;
            details: components["schemas"]["PaymentDetails"];
        };
        PaymentDetails: {
            /** Format: date-time */
            received_at: string | null;
            sender_name: string | null;
            sender_bank_name: string | null;
            sender_bank_routing_number: string | null;
            payment_reference: string | null;
            imad: string | null;
            trace_number: string | null;
            reason: null | {
                code: string;
                text: string;
            };
        };
        PaymentList: {
            payments: components["schemas"]["Payment"][];
            pagination: components["schemas"]["Pagination"];
        };
        PublicToken: {
            public_token: string;
            expiration: components["schemas"]["DateTime"];
        };
        RegisterLinkedAccountRequest: {
            public_token: string;
            transfer_types: ("ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit")[];
            customer_webhook_url?: string;
        };
        RegisteredAccount: {
            address_id: components["schemas"]["Id"];
        };
        ReplayRequest: {
            since: components["schemas"]["DateTime"];
            until?: components["schemas"]["DateTime"];
            types?: string[];
            /** @default false */
            only_failed: boolean;
        };
        Replayed: {
            count: number;
        };
        ResendRequest: {
            subscription_id?: components["schemas"]["Id"];
        };
        Resent: {
            deliveries: {
                id: components["schemas"]["Id"];
                subscription_id: components["schemas"]["Id"];
            }[];
        };
        Reserves: {
            value_type: string;
            /** @enum {unknown} */
            kind: "fiat_backed" | "attested" | "third_party";
            currency: string;
            deployments: components["schemas"]["DeploymentReserves"][];
            chain_supply: string | null;
            ledger_supply: string | null;
            reserve: null | {
                value: string;
                currency: string;
            };
            difference: string | null;
            as_of: components["schemas"]["DateTime"];
        };
        RotateWebhookSecretRequest: {
            /** @default 86400 */
            overlap_seconds: number;
        };
        RotatedWebhookSecret: {
            id: components["schemas"]["Id"];
            sharedSecret: string;
            /** Format: date-time */
            previous_secret_valid_until: string | null;
        };
        RouteList: {
            routes: components["schemas"]["SupportedRoute"][];
        };
        RoutePlace: {
            value_type: string;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
        };
        SimulatePublicTokenRequest: {
            link_token?: string;
            /** @enum {unknown} */
            institution?: "first_sandbox_bank" | "lakeside_test_credit_union" | "bank_of_nowhere";
            /** @enum {unknown} */
            account_type?: "checking" | "savings";
            owner?: string;
        };
        SimulatedClock: {
            /** @enum {unknown} */
            mode: "seconds" | "calendar";
            now: components["schemas"]["DateTime"];
            next_window_at: components["schemas"]["DateTime"];
            next_banking_day_at: components["schemas"]["DateTime"];
        };
        SimulatedDeposit: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending";
            address_id: components["schemas"]["Id"];
            value_type: string;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar";
            amount: string;
        };
        SimulatedVerification: {
            account_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "rejected";
            documents: components["schemas"]["VerificationDocumentRequirement"][];
        };
        SupportedRoute: {
            /** @enum {unknown} */
            flow: "onramp" | "offramp" | "swap" | "bridge" | "payout";
            source: components["schemas"]["RoutePlace"];
            destination: components["schemas"]["RoutePlace"];
        };
        Token: {
            id: components["schemas"]["Id"];
            value_type: string;
            name: string;
            symbol: string;
            currency: string;
            decimals: number;
            /** @enum {unknown} */
            kind: "fiat_backed" | "attested" | "third_party";
            issuer_account_id: string | null;
            /** @enum {unknown} */
            status: "pending" | "active" | "failed";
            deployments: components["schemas"]["TokenDeployment"][];
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
        };
        TokenBurn: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed";
            amount: string;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
            failure: null | {
                /** @enum {unknown} */
                reason: "insufficient_tokens" | "frozen" | "paused" | "reference_used" | "destination_not_ready" | "rejected";
                detail: string;
            };
            source: components["schemas"]["TokenLeg"];
        };
        TokenBurnList: {
            burns: components["schemas"]["TokenBurn"][];
            pagination: components["schemas"]["Pagination"];
        };
        TokenDeployment: {
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar";
            /** @enum {unknown} */
            status: "queued" | "deploying" | "active" | "failed";
            contract_address: string | null;
            transaction_id: string | null;
            supply: string | null;
            failure: null | {
                /** @enum {unknown} */
                reason: "insufficient_tokens" | "frozen" | "paused" | "reference_used" | "destination_not_ready" | "rejected";
                detail: string;
            };
        };
        TokenEnd: {
            address_id: components["schemas"]["Id"];
            value_type: string;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar";
        };
        TokenEndRequest: {
            address_id: components["schemas"]["Id"];
            value_type: string;
            /** @enum {string} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet";
        };
        TokenLeg: {
            address_id: components["schemas"]["Id"];
            value_type: string;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar";
            transaction_id: string | null;
        };
        TokenList: {
            tokens: components["schemas"]["Token"][];
            pagination: components["schemas"]["Pagination"];
        };
        TokenMint: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed";
            amount: string;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
            failure: null | {
                /** @enum {unknown} */
                reason: "insufficient_tokens" | "frozen" | "paused" | "reference_used" | "destination_not_ready" | "rejected";
                detail: string;
            };
            destination: components["schemas"]["TokenLeg"];
        };
        TokenMintList: {
            mints: components["schemas"]["TokenMint"][];
            pagination: components["schemas"]["Pagination"];
        };
        TokenTransaction: {
            /** @enum {unknown} */
            type: "transfer" | "mint" | "burn";
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed";
            amount: string;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
            failure: null | {
                /** @enum {unknown} */
                reason: "insufficient_tokens" | "frozen" | "paused" | "reference_used" | "destination_not_ready" | "rejected";
                detail: string;
            };
            source?: components["schemas"]["TokenLeg"];
            destination?: components["schemas"]["TokenLeg"];
            return_transaction_id?: string | null;
        };
        TokenTransactionList: {
            transactions: components["schemas"]["TokenTransaction"][];
            pagination: components["schemas"]["Pagination"];
        };
        TokenTransfer: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed";
            amount: string;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
            failure: null | {
                /** @enum {unknown} */
                reason: "insufficient_tokens" | "frozen" | "paused" | "reference_used" | "destination_not_ready" | "rejected";
                detail: string;
            };
            source: components["schemas"]["TokenLeg"];
            destination: components["schemas"]["TokenLeg"];
            return_transaction_id: string | null;
        };
        TokenTransferList: {
            transfers: components["schemas"]["TokenTransfer"][];
            pagination: components["schemas"]["Pagination"];
        };
        Transfer: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed" | "canceled";
            amount: components["schemas"]["TransferAmount"];
            fee: components["schemas"]["TransferAmount"];
            source: components["schemas"]["TransferSource"];
            destination: components["schemas"]["TransferDestination"];
            note: string | null;
            brand: null | {
                account_id: components["schemas"]["Id"];
            };
            failure: null | components["schemas"]["TransferFailure"];
            refund: null | components["schemas"]["TransferRefund"];
            automation_id: string | null;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
            wire_instructions?: components["schemas"]["WireInstructions"];
        };
        TransferAmount: {
            value: string;
            currency: string;
        };
        TransferAmountRequest: {
            value: string;
            currency: string;
        };
        TransferBrandRequest: {
            account_id: components["schemas"]["Id"];
        };
        TransferDestination: {
            address_id: components["schemas"]["Id"];
            value_type: string;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
            transaction_id: string | null;
            payment_id: string | null;
            payment_details: null | components["schemas"]["TransferPaymentDetails"];
            wire_memo: string | null;
        };
        TransferDestinationRequest: {
            address_id?: components["schemas"]["Id"];
            value_type: string;
            /** @enum {string} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit";
            wire_memo?: string;
        };
        TransferFailure: {
            /** @enum {unknown} */
            type: "ach_return" | "wire_return" | "rail_rejected" | "chain_failed" | "compliance_rejected" | "insufficient_funds";
            occurred_at: components["schemas"]["DateTime"];
            retriable: boolean;
            ach_return?: {
                code: string;
                reason: string;
                /** @enum {unknown} */
                category: "insufficient_funds" | "administrative" | "unauthorized" | "other";
            };
            wire_return?: {
                code: string;
                reason: string;
            };
        };
        TransferList: {
            transfers: components["schemas"]["Transfer"][];
            pagination: components["schemas"]["Pagination"];
        };
        TransferPaymentDetails: {
            /** Format: date-time */
            received_at: string | null;
            sender_name: string | null;
            sender_bank_name: string | null;
            sender_bank_routing_number: string | null;
            payment_reference: string | null;
            imad: string | null;
            trace_number: string | null;
        };
        TransferQuote: {
            route: components["schemas"]["SupportedRoute"];
            amount: components["schemas"]["TransferAmount"];
            fee: components["schemas"]["TransferAmount"];
            delivered: components["schemas"]["TransferAmount"];
            estimated_completion_at: components["schemas"]["DateTime"];
            /** Format: date-time */
            cutoff_at: string | null;
            steps: {
                /** @enum {unknown} */
                step: "await_wire" | "debit" | "burn" | "take" | "transfer" | "mint" | "give" | "pay_out";
                transfer_type: string;
                description: string;
            }[];
            blockers: {
                /** @enum {unknown} */
                code: "validation_failed" | "malformed_request" | "idempotency_key_missing" | "unsupported_api_version" | "unauthorized" | "sign_in_required" | "insufficient_scope" | "not_permitted" | "second_factor_required" | "cross_site_request" | "network_not_supported" | "not_a_managing_account" | "not_a_tokenization_account" | "not_found" | "address_not_found" | "method_not_allowed" | "conflict" | "idempotency_key_in_flight" | "payload_too_large" | "unsupported_media_type" | "unprocessable" | "insufficient_balance" | "unsupported_route" | "insufficient_liquidity" | "limit_exceeded" | "address_not_allowed" | "documents_not_supported" | "idempotency_key_reused" | "rate_limited" | "internal" | "overloaded" | "dependency_unavailable";
                detail: string;
            }[];
        };
        TransferRefund: {
            /** @enum {unknown} */
            status: "pending" | "complete";
            transaction_id: string | null;
        };
        TransferRequest: {
            amount: components["schemas"]["TransferAmountRequest"];
            source: components["schemas"]["TransferSourceRequest"];
            destination: components["schemas"]["TransferDestinationRequest"];
            brand?: components["schemas"]["TransferBrandRequest"];
            branding?: components["schemas"]["TransferBrandRequest"];
            note?: string;
        };
        TransferSource: {
            address_id: string | null;
            value_type: string;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
            transaction_id: string | null;
            payment_id: string | null;
            payment_details: null | components["schemas"]["TransferPaymentDetails"];
        };
        TransferSourceRequest: {
            address_id?: components["schemas"]["Id"];
            value_type: string;
            /** @enum {string} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit";
        };
        USStreetAddress: {
            street_line_1: string;
            street_line_2?: string;
            city: string;
            state: string;
            zip: string;
            country?: string;
        };
        UpdateAccountRequest: {
            name?: string;
            doc_submission_ids?: components["schemas"]["Id"][];
        };
        UpdateAddressRequest: {
            name?: string;
            /** @enum {unknown} */
            status?: "active" | "archived";
            additional_transfer_types?: ("ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit")[];
        };
        UpdateAutomationRequest: {
            name?: string;
            /** @enum {string} */
            status?: "active" | "disabled" | "archived";
            destination?: components["schemas"]["AutomationDestinationRequest"];
        };
        UpdateWebhookSubscriptionRequest: {
            url?: string;
            events?: string[];
            description?: string | null;
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        VerificationDocumentRequirement: {
            /** @enum {unknown} */
            document_kind: "articles_of_incorporation" | "certificate_of_good_standing" | "ein_letter" | "operating_agreement" | "proof_of_address" | "government_photo_id" | "other";
            /** @enum {unknown} */
            document_type: "business_document" | "individual_document";
            display_name: string;
            /** @enum {unknown} */
            status: "pending_upload" | "uploaded" | "accepted" | "rejected";
            person_label: string | null;
        };
        VerificationDocuments: {
            account_id: components["schemas"]["Id"];
            documents: components["schemas"]["VerificationDocumentRequirement"][];
            other_documents_uploaded_count: number;
            available_person_labels: string[];
        };
        WebhookDelivery: {
            id: components["schemas"]["Id"];
            event_id: components["schemas"]["Id"];
            event_type: string;
            subscription_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            reason: "event" | "replay" | "resend" | "test";
            attempt_number: number;
            /** @enum {unknown} */
            status: "pending" | "succeeded" | "failed" | "exhausted";
            retriable: boolean;
            status_code: number | null;
            failure_message: string | null;
            request_url: string;
            duration_ms: number | null;
            response_body_excerpt: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            inserted_at: components["schemas"]["DateTime"];
        };
        WebhookDeliveryDetail: {
            id: components["schemas"]["Id"];
            event_id: components["schemas"]["Id"];
            event_type: string;
            subscription_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            reason: "event" | "replay" | "resend" | "test";
            attempt_number: number;
            /** @enum {unknown} */
            status: "pending" | "succeeded" | "failed" | "exhausted";
            retriable: boolean;
            status_code: number | null;
            failure_message: string | null;
            request_url: string;
            duration_ms: number | null;
            response_body_excerpt: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            inserted_at: components["schemas"]["DateTime"];
            request_body: string;
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        WebhookSubscription: {
            id: components["schemas"]["Id"];
            url: string;
            events: string[];
            /** @enum {unknown} */
            status: "active" | "disabled" | "archived";
            description: string | null;
            /** @enum {string|null} */
            disabled_reason: "asked" | "gone" | "failing" | null;
            /** Format: date-time */
            failing_since: string | null;
            /** Format: date-time */
            previous_secret_valid_until: string | null;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
        };
        WebhookSubscriptionList: {
            subscriptions: components["schemas"]["WebhookSubscription"][];
            pagination: components["schemas"]["Pagination"];
        };
        WireInstructions: {
            bank_name: string;
            bank_address: string;
            routing_number: string;
            account_number: string;
            beneficiary_name: string;
            beneficiary_address: string;
            memo: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "workspace.listAccounts": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                expand?: boolean;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
        };
    };
    "workspace.createAccount": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateManagedAccountRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccount"];
                };
            };
        };
    };
    "workspace.getAccount": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    "workspace.updateAccount": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccountRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    "workspace.listVerificationDocuments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationDocuments"];
                };
            };
        };
    };
    "workspace.simulateVerification": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    outcome: "complete" | "rejected" | "documents_required" | "review";
                    documents?: {
                        /** @enum {unknown} */
                        document_kind: "articles_of_incorporation" | "certificate_of_good_standing" | "ein_letter" | "operating_agreement" | "proof_of_address" | "government_photo_id" | "other";
                        person_label?: string | null;
                    }[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedVerification"];
                };
            };
        };
    };
    "workspace.listAddresses": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                address?: string;
                type?: "internal" | "external";
                transfer_type?: ("ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit")[];
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressList"];
                };
            };
        };
    };
    "workspace.createInternalAddress": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInternalAddressRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Address"];
                };
            };
        };
    };
    "workspace.createExternalAddress": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExternalAddressRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Address"];
                };
            };
        };
    };
    "workspace.getAddress": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                address_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Address"];
                };
            };
        };
    };
    "workspace.updateAddress": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                address_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAddressRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Address"];
                };
            };
        };
    };
    "workspace.getAddressBalance": {
        parameters: {
            query: {
                transfer_type: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit";
                value_type: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                address_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressBalance"];
                };
            };
        };
    };
    "workspace.listBalances": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceList"];
                };
            };
        };
    };
    "workspace.createLinkToken": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkToken"];
                };
            };
        };
    };
    "workspace.registerLinkedAccount": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterLinkedAccountRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredAccount"];
                };
            };
        };
    };
    "workspace.createUpdateLinkToken": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                address_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkToken"];
                };
            };
        };
    };
    "workspace.beginMicroDeposits": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginMicroDepositsRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MicroDeposits"];
                };
            };
        };
    };
    "workspace.confirmMicroDeposits": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                address_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmMicroDepositsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MicroDepositConfirmation"];
                };
            };
        };
    };
    "workspace.simulatePublicToken": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulatePublicTokenRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicToken"];
                };
            };
        };
    };
    "workspace.listTokens": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
        };
    };
    "workspace.getToken": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                value_type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    "workspace.listAccountTokens": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
        };
    };
    "workspace.issueToken": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    value_type: string;
                    /** @enum {unknown} */
                    kind: "fiat_backed" | "attested";
                    currency: string;
                    transfer_types: ("ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet")[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    "workspace.deployToken": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                value_type: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    transfer_type: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    "workspace.getReserves": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                value_type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reserves"];
                };
            };
        };
    };
    "workspace.listTokenTransfers": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenTransferList"];
                };
            };
        };
    };
    "workspace.createTokenTransfer": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    source: components["schemas"]["TokenEndRequest"];
                    destination: components["schemas"]["TokenEndRequest"];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTokenTransfer"];
                };
            };
        };
    };
    "workspace.getTokenTransfer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenTransfer"];
                };
            };
        };
    };
    "workspace.listTokenMints": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenMintList"];
                };
            };
        };
    };
    "workspace.createTokenMint": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    destination: components["schemas"]["TokenEndRequest"];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTokenMint"];
                };
            };
        };
    };
    "workspace.getTokenMint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                mint_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenMint"];
                };
            };
        };
    };
    "workspace.listTokenBurns": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenBurnList"];
                };
            };
        };
    };
    "workspace.createTokenBurn": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    source: components["schemas"]["TokenEndRequest"];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTokenBurn"];
                };
            };
        };
    };
    "workspace.getTokenBurn": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                burn_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenBurn"];
                };
            };
        };
    };
    "workspace.listTokenTransactions": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenTransactionList"];
                };
            };
        };
    };
    "workspace.simulateDeposit": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address_id: components["schemas"]["Id"];
                    value_type: string;
                    /** @enum {string} */
                    transfer_type: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet";
                    amount: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedDeposit"];
                };
            };
        };
    };
    "workspace.listRoutes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteList"];
                };
            };
        };
    };
    "workspace.listTransfers": {
        parameters: {
            query?: {
                status?: "pending" | "complete" | "failed" | "canceled";
                address_id?: string;
                transfer_type?: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit";
                value_type?: string;
                transaction_id?: string;
                automation_id?: string;
                created_after?: string;
                created_before?: string;
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferList"];
                };
            };
        };
    };
    "workspace.createTransfer": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "workspace.quoteTransfer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferQuote"];
                };
            };
        };
    };
    "workspace.getTransfer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "workspace.cancelTransfer": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "workspace.listPayments": {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                status?: "pending" | "complete" | "failed" | "returned";
                direction?: "inbound" | "outbound";
                type?: "wire" | "ach" | "rtp";
                transfer_id?: string;
                automation_id?: string;
                created_after?: string;
                created_before?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
        };
    };
    "workspace.getPayment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                payment_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
        };
    };
    "workspace.listAutomations": {
        parameters: {
            query?: {
                status?: "pending" | "active" | "disabled" | "archived";
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationList"];
                };
            };
        };
    };
    "workspace.createAutomation": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAutomationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
        };
    };
    "workspace.getAutomation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                automation_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
        };
    };
    "workspace.updateAutomation": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                automation_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAutomationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
        };
    };
    "workspace.simulatePayment": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    transfer_id?: components["schemas"]["Id"];
                    automation_id?: components["schemas"]["Id"];
                    amount: {
                        value: string;
                        /** @enum {string} */
                        currency: "USD";
                    };
                    /** @enum {string} */
                    type: "wire" | "ach";
                    sender_name?: string;
                    reference?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
        };
    };
    "workspace.simulateAchReturn": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "workspace.simulateWireReturn": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code?: string;
                    reason?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "workspace.simulateReject": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "workspace.simulateSettlement": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "workspace.getSimulatedClock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedClock"];
                };
            };
        };
    };
    "workspace.setSimulatedClock": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    mode?: "seconds" | "calendar";
                    /** @enum {string} */
                    advance?: "next_window" | "next_banking_day";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedClock"];
                };
            };
        };
    };
    "workspace.listEventTypes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
        };
    };
    "workspace.listAccountEventTypes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
        };
    };
    "workspace.listWebhookSubscriptions": {
        parameters: {
            query?: {
                status?: "active" | "disabled" | "archived";
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscriptionList"];
                };
            };
        };
    };
    "workspace.createWebhookSubscription": {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookSubscriptionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id"?: string;
                    location?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookSubscription"];
                };
            };
        };
    };
    "workspace.getWebhookSubscription": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                subscription_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
        };
    };
    "workspace.archiveWebhookSubscription": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                subscription_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "workspace.updateWebhookSubscription": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                subscription_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookSubscriptionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSubscription"];
                };
            };
        };
    };
    "workspace.rotateWebhookSecret": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                subscription_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookSecret"];
                };
            };
        };
    };
    "workspace.listWebhookDeliveries": {
        parameters: {
            query?: {
                subscription_id?: string;
                event_id?: string;
                event_type?: string;
                status?: "pending" | "succeeded" | "failed" | "exhausted";
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    "workspace.getWebhookDelivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                delivery_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
        };
    };
    "workspace.resendWebhookEvent": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                event_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resent"];
                };
            };
        };
    };
    "workspace.replayWebhookEvents": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                subscription_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
        };
    };
    "workspace.testWebhookSubscription": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                subscription_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    "workspace.listEvents": {
        parameters: {
            query?: {
                order?: "newest" | "oldest";
                type?: string;
                include_managed?: boolean;
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
            };
            header?: {
                "Last-Event-ID"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                    "text/event-stream": string;
                };
            };
        };
    };
    "workspace.getEvent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                account_id: components["schemas"]["Id"];
                event_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
}

// Written by `npm run console:types` from the routes that the console calls.

export interface paths {
    "/console/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInWithTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/recovery-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInWithRecoveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offerPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/confirm/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offerPasskeyConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/confirm/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/invitations/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["lookAtInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitationAsKnown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["endOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginTotp"];
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPasskeys"];
        put?: never;
        post: operations["registerPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["offerPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/console/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/people/{person_id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changeOperatorRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/people/{person_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disablePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/people/{person_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enablePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/people/{person_id}/end-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["endSessionsOfPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/people/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOperatorInvitations"];
        put?: never;
        post: operations["inviteOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/people/{person_id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/people/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeOperatorInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/members/{person_id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changeMemberRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/members/{person_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/members/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMemberInvitations"];
        put?: never;
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/members/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeMemberInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/home/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHomeSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTenants"];
        put?: never;
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/tenants/{tenant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/account-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/account-records/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccountRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/address-records/{address_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAddressOwner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews/{account_id}/documents/{document_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReviewDocumentContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews/{account_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approveReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews/{account_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rejectReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews/{account_id}/request-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestReviewDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews/{account_id}/clear-hit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["clearReviewHit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews/{account_id}/documents/{document_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptReviewDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reviews/{account_id}/documents/{document_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rejectReviewDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspaceTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/transfers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportWorkspaceTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/transfers/{transfer_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTransferTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHeldTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/transfers/{transfer_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHeldTransferTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/transfers/{transfer_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["releaseHeldTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/transfers/{transfer_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rejectHeldTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/transfers/{transfer_id}/withdraw-release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["withdrawTransferRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHeldDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/deposits/{deposit_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["releaseHeldDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/deposits/{deposit_id}/withdraw-release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["withdrawDepositRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/unrestored-transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUnrestoredTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/unrestored-transfers/{transfer_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/stranded-transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listStrandedTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/held/stranded-transfers/{transfer_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["returnStrandedTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspacePayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWorkspacePayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suspense": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSuspense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suspense/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSuspensePayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suspense/{payment_id}/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMatchCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suspense/{payment_id}/sender": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["discloseSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suspense/{payment_id}/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["matchSuspensePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suspense/{payment_id}/withdraw-match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["withdrawSuspenseMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suspense/{payment_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["returnSuspensePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/freezes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFreezes"];
        put?: never;
        post: operations["freezeAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/freezes/{freeze_id}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unfreezeAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/freezes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTokenFreezes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/reconciliation/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestReconciliation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTokenReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTokenSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/api-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApiAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApplications"];
        put?: never;
        post: operations["createApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApplication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateApplicationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addApplicationKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/revoke-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeApplicationKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/requests/{logged_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOverseenWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhooks/{subscription_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOverseenWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhooks/{subscription_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOverseenDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhooks/{subscription_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhooks/{subscription_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/limits/{tenant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTerms"];
        put: operations["setLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/limits/{tenant_id}/effective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEffectiveTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/limits/{tenant_id}/{limit_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeLimit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/fees/{tenant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setFee"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/fees/{tenant_id}/{fee_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeFee"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/treasury/{tenant_id}/{network}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTreasury"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/treasury/{tenant_id}/{network}/instructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getTreasuryInstructions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/treasury/{tenant_id}/{network}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["withdrawFromTreasury"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/rails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRailsOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/rails/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBankFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/rails/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBankFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/rails/files/{file_id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["readBankFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/rails/files/{file_id}/reread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rereadBankFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/rails/files/{file_id}/requeue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requeueBankFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/rails/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBankItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/rails/items/{item_id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["finishBankItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/ledger/journals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLedgerJournals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/ledger/{tenant_id}/{network}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLedgerAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/ledger/{tenant_id}/{network}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLedgerStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/ledger/{tenant_id}/{network}/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadLedgerStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/ledger/{tenant_id}/{network}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLedgerRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/ledger/{tenant_id}/{network}/records/{sequence}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLedgerRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/ledger/{tenant_id}/{network}/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLedgerTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/ledger/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLedgerAccountsOfWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/ledger/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLedgerStatementOfWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/ledger/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadLedgerStatementOfWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/ledger/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLedgerRecordsOfWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/ledger/records/{sequence}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLedgerRecordOfWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/ledger/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLedgerTotalsOfWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/dead-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeadJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/dead-jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDeadJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/dead-jobs/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryDeadJobsOfKind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/dead-jobs/{job_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryDeadJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/dead-jobs/{job_id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["discardDeadJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/chains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listChains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspaceAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/workspaces/{tenant_id}/{network}/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportWorkspaceAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
        BankFile: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            /** @enum {unknown} */
            direction: "out" | "in";
            name: string;
            format: string;
            /** @enum {unknown} */
            state: "stored" | "sent" | "read" | "quarantined" | "duplicate";
            size_bytes: number;
            sha256: string;
            duplicate_of: string | null;
            problems: {
                line: number;
                column: number;
                rule: string;
                detail: string;
            }[];
            totals: null | {
                entries: number;
                credits: string;
                debits: string;
            };
            created_at: components["schemas"]["DateTime"];
        };
        BankFileLine: {
            kind: string;
            amount: string | null;
            rail: string | null;
            state: string | null;
            payment_id: string | null;
            reference: string | null;
            party: null | {
                name: string | null;
                account_number: string | null;
                routing_number: string | null;
            };
            detail: string | null;
        };
        BankFileList: {
            files: components["schemas"]["BankFile"][];
            pagination: components["schemas"]["Pagination"];
        };
        BankFileText: {
            name: string;
            text: string;
        };
        BankItem: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            kind: string;
            /** @enum {unknown} */
            state: "open" | "done";
            amount: string | null;
            reference: string | null;
            entry_id: string | null;
            file_id: string | null;
            detail: string;
            note: string | null;
            created_at: components["schemas"]["DateTime"];
        };
        BankItemList: {
            items: components["schemas"]["BankItem"][];
            is_complete: boolean;
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
        ConsoleAccountRecord: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            kind: "managing" | "managed";
            /** @enum {unknown} */
            network: "testnet" | "mainnet" | null;
            name: string;
            business_name: string | null;
            self_attested: boolean;
            /** @enum {unknown} */
            status: "pending" | "complete" | "rejected";
            created: components["schemas"]["DateTime"];
            updated: components["schemas"]["DateTime"];
            profile: components["schemas"]["ConsoleMaskedProfile"] | null;
            verification: components["schemas"]["ConsoleAccountVerification"] | null;
        };
        ConsoleAccountVerification: {
            stage: string | null;
            requirements: {
                document_kind: string;
                display_name: string;
                person_label: string | null;
                status: string;
                requested: components["schemas"]["DateTime"];
            }[];
            screenings: {
                subject: string;
                /** @enum {unknown} */
                outcome: "clear" | "hit";
                list: string;
                list_version: string;
                screened: components["schemas"]["DateTime"];
            }[];
            steps: {
                at: components["schemas"]["DateTime"];
                event: string | null;
                to: string;
                reason_code: string | null;
            }[];
        };
        ConsoleAddressOwner: {
            id: components["schemas"]["Id"];
            account_id: components["schemas"]["Id"];
            account_name: string;
        };
        ConsoleAmount: {
            value: string;
            currency: string;
        };
        ConsoleApiAccess: {
            api_url: string;
            token_url: string;
            max_overlap_seconds: number;
            request_log_days: number;
            scopes: {
                /** @enum {unknown} */
                name: "accounts:read" | "accounts:write" | "addresses:read" | "addresses:write" | "transfers:read" | "transfers:write" | "payments:read" | "tokens:read" | "tokens:write" | "self_attested_tokens:read" | "self_attested_tokens:mint" | "self_attested_tokens:burn" | "self_attested_tokens:transfer" | "automations:read" | "automations:write" | "webhooks:read" | "webhooks:write" | "events:read" | "financial-institutions:read" | "financial-institutions:write" | "simulations:write";
                description: string;
                is_held: boolean;
            }[];
        };
        ConsoleApiRequest: {
            id: components["schemas"]["Id"];
            request_id: string;
            at: components["schemas"]["DateTime"];
            method: string;
            path: string;
            operation: string;
            status: number;
            error_code: string | null;
            duration_ms: number;
            application_id: components["schemas"]["Id"];
            application_name: string | null;
            account_id: components["schemas"]["Id"];
        };
        ConsoleApiRequestList: {
            requests: components["schemas"]["ConsoleApiRequest"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleApplication: {
            client_id: components["schemas"]["Id"];
            account_id: components["schemas"]["Id"];
            account_name: string | null;
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            name: string;
            scopes: ("accounts:read" | "accounts:write" | "addresses:read" | "addresses:write" | "transfers:read" | "transfers:write" | "payments:read" | "tokens:read" | "tokens:write" | "self_attested_tokens:read" | "self_attested_tokens:mint" | "self_attested_tokens:burn" | "self_attested_tokens:transfer" | "automations:read" | "automations:write" | "webhooks:read" | "webhooks:write" | "events:read" | "financial-institutions:read" | "financial-institutions:write" | "simulations:write")[];
            created: components["schemas"]["DateTime"];
            /** Format: date-time */
            revoked: string | null;
            /** Format: date-time */
            last_used: string | null;
            secrets: {
                created: components["schemas"]["DateTime"];
                /** Format: date-time */
                ends: string | null;
            }[];
            keys: {
                kid: string;
                algorithms: string[];
                created: components["schemas"]["DateTime"];
            }[];
        };
        ConsoleApplicationList: {
            applications: components["schemas"]["ConsoleApplication"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleApplicationSecret: {
            application: components["schemas"]["ConsoleApplication"];
            client_secret: string;
            /** Format: date-time */
            previous_secret_ends: string | null;
        };
        ConsoleAuditEntry: {
            id: components["schemas"]["Id"];
            at: components["schemas"]["DateTime"];
            tenant_id: string | null;
            network: string | null;
            account_id: string | null;
            /** @enum {unknown} */
            actor_type: "application" | "person" | "operator" | "system";
            actor_id: string | null;
            actor_name: string | null;
            request_id: string | null;
            action: string;
            subject_type: string;
            subject_id: string;
            before: {
                [key: string]: string | number | boolean | null;
            } | null;
            after: {
                [key: string]: string | number | boolean | null;
            } | null;
        };
        ConsoleAuditPage: {
            entries: components["schemas"]["ConsoleAuditEntry"][];
            /** Format: date-time */
            stopped_at: string | null;
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleChain: {
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            /** @enum {unknown} */
            chain: "ethereum" | "base" | "solana" | "stellar";
            /** @enum {unknown} */
            mode: "remote" | "local" | "off";
            hosts: string[];
            is_reachable: boolean;
            node: string | null;
            height: string | null;
            final_height: string | null;
            scanned_height: string | null;
            /** Format: date-time */
            scanned_at: string | null;
            scanner_lag: string | null;
            worker_node_id: string | null;
            scanner_node_id: string | null;
            gas: components["schemas"]["ConsoleGas"][];
            work: components["schemas"]["ConsoleChainWork"][];
            stuck: components["schemas"]["ConsoleStuckWork"][];
        };
        ConsoleChainWork: {
            state: string;
            count: number;
            stuck: number;
            oldest_seconds: number;
        };
        ConsoleChains: {
            chains: components["schemas"]["ConsoleChain"][];
        };
        ConsoleConfirmed: {
            good_until: components["schemas"]["DateTime"];
        };
        ConsoleDeadJob: {
            id: components["schemas"]["Id"];
            kind: string;
            tenant_id: string | null;
            network: string | null;
            attempts: number;
            last_error: string;
            created_at: components["schemas"]["DateTime"];
            died_at: components["schemas"]["DateTime"];
            payload: unknown;
        };
        ConsoleDeadJobs: {
            jobs: components["schemas"]["ConsoleDeadJob"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleDecidedReview: {
            account_id: components["schemas"]["Id"];
            status: string;
            stage: string;
            has_open_hit: boolean;
            revision: number;
        };
        ConsoleDifference: {
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            transfer_type: string;
            value_type: string;
            tenant_id: string | null;
            address_id: string | null;
            on_chain: string | null;
            in_ledger: string;
            cause: string;
        };
        ConsoleEndedSessions: {
            ended: number;
        };
        ConsoleEntered: {
            /** @enum {unknown} */
            stage: "password" | "complete";
            second_factors: {
                totp: boolean;
                passkeys: number;
            };
        };
        ConsoleFoundAccount: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            kind: "managing" | "managed";
            name: string;
            business_name: string | null;
            /** @enum {unknown} */
            status: "pending" | "complete" | "rejected";
            stage: string | null;
            created: components["schemas"]["DateTime"];
        };
        ConsoleFoundAccounts: {
            accounts: components["schemas"]["ConsoleFoundAccount"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleFreeze: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            value_type: string;
            tenant_id: string | null;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar";
            address: string;
            /** @enum {unknown} */
            status: "freezing" | "frozen" | "unfreezing" | "unfrozen" | "failed";
            reason: string;
            unfreeze_reason: string | null;
            failure: string | null;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
        };
        ConsoleFreezes: {
            freezes: components["schemas"]["ConsoleFreeze"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleGas: {
            duty: string;
            index: number;
            address: string;
            balance: string;
            floor: string;
            is_low: boolean;
        };
        ConsoleHome: {
            balances: {
                asset: string;
                addresses: number;
                posted: string;
                held: string;
                available: string;
            }[];
            are_balances_complete: boolean;
            tokens: {
                value_type: string;
                supply: string;
                reserve: string | null;
                chains: {
                    transfer_type: string;
                    supply: string;
                }[];
            }[];
            transfers: {
                recent: {
                    status: string;
                    count: number;
                }[];
                pending_now: number;
                is_complete: boolean;
            };
            token_transactions: {
                recent: {
                    status: string;
                    count: number;
                }[];
                pending_now: number;
                is_complete: boolean;
            };
            waiting: {
                limit: number;
                accounts_in_review: number;
                accounts_wanting_documents: number;
                payments_unmatched: number;
                webhooks_failing: number;
            };
            first_steps: {
                has_application: boolean;
                has_address: boolean;
                has_token: boolean;
                has_transfer: boolean;
                has_webhook: boolean;
            };
        };
        ConsoleHomeSeries: {
            tokens: components["schemas"]["ConsoleTokenSeries"][];
            is_complete: boolean;
        };
        ConsoleInvitation: {
            invitation_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            kind: "operator" | "member" | "reset";
            email: string | null;
            role: string | null;
            person_id: string | null;
            forgets_second_factors: boolean;
            invited_by: string | null;
            created_at: components["schemas"]["DateTime"];
            expires_at: components["schemas"]["DateTime"];
        };
        ConsoleInvitations: {
            invitations: components["schemas"]["ConsoleInvitation"][];
        };
        ConsoleJobStanding: {
            kind: string;
            scheduled: number;
            ready: number;
            running: number;
            failing: number;
            dead: number;
            /** Format: date-time */
            ready_since: string | null;
        };
        ConsoleJobStandings: {
            kinds: components["schemas"]["ConsoleJobStanding"][];
            is_complete: boolean;
        };
        ConsoleLedgerBalance: {
            account: {
                path: string;
                kind: string;
                owner: string | null;
                chain: string | null;
                asset: string;
            };
            posted: string;
            held: string;
            available: string;
        };
        ConsoleLedgerBalances: {
            accounts: components["schemas"]["ConsoleLedgerBalance"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleLedgerEntry: {
            sequence: string;
            at: components["schemas"]["DateTime"];
            /** @enum {unknown} */
            type: "post" | "hold" | "post_hold" | "void_hold";
            key: string;
            change: string;
            balance: string;
            held_change: string;
            held: string;
            counterparts: string[];
        };
        ConsoleLedgerJournal: {
            tenant_id: components["schemas"]["Id"];
            tenant_name: string | null;
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            sequence: string;
            hash: string;
            at: components["schemas"]["DateTime"];
            verified_sequence: string | null;
            /** Format: date-time */
            verified_at: string | null;
        };
        ConsoleLedgerJournals: {
            journals: components["schemas"]["ConsoleLedgerJournal"][];
            pagination: components["schemas"]["Pagination"];
            round: null | {
                ended_at: components["schemas"]["DateTime"];
                journals: number;
                findings: number;
                unverified: number;
            };
        };
        ConsoleLedgerRecord: {
            sequence: string;
            at: components["schemas"]["DateTime"];
            /** @enum {unknown} */
            type: "post" | "hold" | "post_hold" | "void_hold";
            key: string;
            cause: {
                /** @enum {unknown} */
                type: "transfer" | "token_movement" | "payment" | "deposit" | "micro_deposit" | "treasury_payment" | "other";
                id: string | null;
                deed: string;
            };
            lines: {
                account: {
                    path: string;
                    kind: string;
                    owner: string | null;
                    chain: string | null;
                    asset: string;
                };
                amount: string;
            }[];
        };
        ConsoleLedgerRecords: {
            records: components["schemas"]["ConsoleLedgerRecord"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleLedgerStatement: {
            account: {
                path: string;
                kind: string;
                owner: string | null;
                chain: string | null;
                asset: string;
            };
            from: components["schemas"]["DateTime"];
            to: components["schemas"]["DateTime"];
            opening: string;
            closing: string;
            total_in: string;
            total_out: string;
            entries: components["schemas"]["ConsoleLedgerEntry"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleLedgerTotals: {
            lines: {
                asset: string;
                kind: string;
                accounts: number;
                posted: string;
                held: string;
            }[];
            assets: {
                asset: string;
                sum: string;
                is_balanced: boolean;
            }[];
            is_complete: boolean;
        };
        ConsoleLink: {
            invitation: components["schemas"]["ConsoleInvitation"];
            link: string;
        };
        ConsoleMaskedProfile: {
            business: {
                name: string;
                ein: string;
                address: {
                    street_line_1: string;
                    street_line_2: string | null;
                    city: string;
                    state: string;
                    zip: string;
                    country: string;
                };
                phone_number: string;
                email: string;
                website: string;
            };
            people: {
                label: string;
                name: string;
                birth_year: string;
                ssn: string;
                city: string;
                state: string;
                phone_number: string;
                ownership_percentage: string | null;
            }[];
        };
        ConsoleMe: {
            person: {
                id: components["schemas"]["Id"];
                email: string;
                name: string;
            };
            /** @enum {unknown} */
            stage: "password" | "complete";
            second_factors: {
                totp: boolean;
                passkeys: number;
                recovery_codes_left: number;
            };
            operator_role: string | null;
            platform_permissions: string[];
            memberships: {
                tenant_id: components["schemas"]["Id"];
                name: string;
                /** @enum {unknown} */
                role: "admin" | "developer" | "viewer";
            }[];
        };
        ConsoleMember: {
            person_id: components["schemas"]["Id"];
            email: string;
            name: string;
            /** @enum {unknown} */
            role: "admin" | "developer" | "viewer";
            is_disabled: boolean;
            since: components["schemas"]["DateTime"];
            /** Format: date-time */
            last_seen_at: string | null;
        };
        ConsoleMembers: {
            members: components["schemas"]["ConsoleMember"][];
            is_complete: boolean;
        };
        ConsoleNode: {
            id: components["schemas"]["Id"];
            host: string;
            roles: string[];
            version: string;
            started_at: components["schemas"]["DateTime"];
            seen_at: components["schemas"]["DateTime"];
            is_gone: boolean;
        };
        ConsoleNodes: {
            nodes: components["schemas"]["ConsoleNode"][];
        };
        ConsoleOfferedTotp: {
            secret: string;
            uri: string;
        };
        ConsoleOverseenDelivery: {
            id: components["schemas"]["Id"];
            event_id: components["schemas"]["Id"];
            event_type: string;
            reason: string;
            attempt_number: number;
            /** @enum {unknown} */
            status: "pending" | "succeeded" | "failed" | "exhausted";
            status_code: number | null;
            failure_message: string | null;
            duration_ms: number | null;
            /** Format: date-time */
            next_attempt: string | null;
            created: components["schemas"]["DateTime"];
        };
        ConsoleOverseenWebhook: {
            id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            account_id: components["schemas"]["Id"];
            url_host: string;
            events: string[];
            /** @enum {unknown} */
            status: "active" | "disabled" | "archived";
            disabled_reason: string | null;
            /** Format: date-time */
            failing_since: string | null;
            /** Format: date-time */
            paused_until: string | null;
            created: components["schemas"]["DateTime"];
            updated: components["schemas"]["DateTime"];
        };
        ConsoleOverview: {
            queues: components["schemas"]["ConsoleOverviewQueue"][];
            reconciliation: null | {
                /** Format: date-time */
                ended_at: string | null;
                different: number;
                unverified: number;
            };
            ledger: null | {
                ended_at: components["schemas"]["DateTime"];
                findings: number;
                unverified: number;
            };
        };
        ConsoleOverviewQueue: {
            /** @enum {unknown} */
            name: "reviews" | "held_transfers" | "held_deposits" | "stranded" | "suspense" | "dead_jobs" | "quarantined_files" | "bank_items" | "failing_webhooks" | "stuck_chain_work" | "failed_freezes";
            count: number;
            is_more: boolean;
            testnet: number;
            mainnet: number;
            /** Format: date-time */
            oldest_at: string | null;
        };
        ConsolePasskey: {
            passkey_id: components["schemas"]["Id"];
            name: string;
            created_at: components["schemas"]["DateTime"];
            /** Format: date-time */
            last_used_at: string | null;
        };
        ConsolePasskeyCreation: {
            challenge_id: components["schemas"]["Id"];
            options: {
                rp: {
                    name: string;
                    id: string;
                };
                user: {
                    id: string;
                    name: string;
                    displayName: string;
                };
                challenge: string;
                pubKeyCredParams: {
                    alg: number;
                    /** @constant */
                    type: "public-key";
                }[];
                timeout: number;
                excludeCredentials: {
                    id: string;
                    /** @constant */
                    type: "public-key";
                    transports?: string[];
                }[];
                authenticatorSelection: {
                    /** @constant */
                    residentKey: "required";
                    /** @constant */
                    requireResidentKey: true;
                    /** @constant */
                    userVerification: "required";
                };
                /** @constant */
                attestation: "none";
            };
        };
        ConsolePasskeyRequest: {
            challenge_id: components["schemas"]["Id"];
            options: {
                challenge: string;
                timeout: number;
                rpId: string;
                allowCredentials: {
                    id: string;
                    /** @constant */
                    type: "public-key";
                    transports?: string[];
                }[];
                /** @constant */
                userVerification: "required";
            };
        };
        ConsolePasskeys: {
            passkeys: components["schemas"]["ConsolePasskey"][];
        };
        ConsolePeople: {
            people: components["schemas"]["ConsolePerson"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsolePerson: {
            person_id: components["schemas"]["Id"];
            email: string;
            name: string;
            operator_role: string | null;
            tenants: number;
            has_second_factor: boolean;
            created_at: components["schemas"]["DateTime"];
            /** Format: date-time */
            last_seen_at: string | null;
            /** Format: date-time */
            disabled_at: string | null;
        };
        ConsoleQueuedReview: {
            account_id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            tenant_name: string;
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            name: string;
            status: string;
            stage: string;
            has_open_hit: boolean;
            revision: number;
            /** Format: date-time */
            waiting_since: string | null;
            flags: number;
            hits: number;
            stage_since: components["schemas"]["DateTime"];
        };
        ConsoleReconciliation: {
            is_under_way: boolean;
            last_run: null | {
                id: string;
                started_at: components["schemas"]["DateTime"];
                ended_at: components["schemas"]["DateTime"];
                compared: number;
                explained: number;
                different: number;
                unverified: number;
                differences: components["schemas"]["ConsoleDifference"][];
                is_complete: boolean;
            };
        };
        ConsoleRecoveryCodes: {
            recovery_codes: string[];
        };
        ConsoleRegisteredPasskey: {
            passkey: components["schemas"]["ConsolePasskey"];
            recovery_codes: string[];
        };
        ConsoleRetriedJobs: {
            retried: number;
        };
        ConsoleReview: {
            account_id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            tenant_name: string;
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            name: string;
            status: string;
            stage: string;
            has_open_hit: boolean;
            revision: number;
            /** Format: date-time */
            waiting_since: string | null;
            business_name: string | null;
            self_attested: boolean;
            is_screened: boolean;
            created: components["schemas"]["DateTime"];
            updated: components["schemas"]["DateTime"];
            profile: components["schemas"]["ConsoleMaskedProfile"];
            flags: {
                code: string;
                pointer: string;
                detail: string;
            }[];
            screenings: components["schemas"]["ConsoleScreening"][];
            requirements: {
                document_kind: string;
                person_label: string | null;
                status: string;
                doc_submission_id: string | null;
                requested: components["schemas"]["DateTime"];
            }[];
            documents: {
                doc_submission_id: components["schemas"]["Id"];
                document_kind: string;
                person_label: string | null;
                was_asked_for: boolean;
                linked: components["schemas"]["DateTime"];
                content_type: string | null;
                size_bytes: number | null;
            }[];
            decisions: {
                revision: number;
                at: components["schemas"]["DateTime"];
                event: string;
                from: string;
                to: string;
                actor_type: string;
                actor: string;
                actor_name: string | null;
                reason: string | null;
                reason_code: string | null;
                provider: string | null;
                list_version: string | null;
            }[];
            possible: ("approve" | "reject" | "request_documents" | "clear_hit")[];
            rejection_codes: ("verification_failed" | "information_mismatch" | "documents_insufficient" | "not_eligible" | "compliance")[];
            requirement_sets: ("standard" | "business" | "identity" | "address" | "ownership")[];
        };
        ConsoleReviewQueue: {
            reviews: components["schemas"]["ConsoleQueuedReview"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleScreening: {
            subject: string;
            /** @enum {unknown} */
            outcome: "clear" | "hit";
            list: string;
            list_version: string;
            threshold: number;
            screened: components["schemas"]["DateTime"];
            further_hits: number;
            unreadable_names: number;
            hits: {
                uid: string;
                listed_name: string;
                name_type: string;
                program: string;
                entry_type: string;
                score: number;
                basis: string;
                name_score: number | null;
                words: {
                    listed: string;
                    found: string;
                    similarity: number;
                }[];
                further_words: number;
                birth_date: string | null;
                listed_birth_dates: string[];
            }[];
        };
        ConsoleSearchResult: {
            /** @enum {unknown} */
            kind: "account" | "address" | "api_request" | "application" | "automation" | "bank_file" | "delivery" | "deposit" | "event" | "freeze" | "invitation" | "job" | "node" | "payment" | "person" | "review" | "tenant" | "token" | "token_burn" | "token_mint" | "token_transfer" | "transfer" | "webhook_subscription";
            id: string;
            title: string;
            tenant_id: string | null;
            network: string | null;
            path: string;
        };
        ConsoleSearchResults: {
            results: components["schemas"]["ConsoleSearchResult"][];
        };
        ConsoleSeenInvitation: {
            /** @enum {unknown} */
            purpose: "join" | "reset";
            email: string | null;
            operator_role: string | null;
            tenant: {
                tenant_id: string;
                name: string;
                role: string;
            } | null;
            is_known: boolean;
            forgets_second_factors: boolean;
            expires_at: components["schemas"]["DateTime"];
        };
        ConsoleSession: {
            session_id: components["schemas"]["Id"];
            user_agent: string;
            client_address: string;
            created_at: components["schemas"]["DateTime"];
            seen_at: components["schemas"]["DateTime"];
            expires_at: components["schemas"]["DateTime"];
            is_this: boolean;
        };
        ConsoleSessions: {
            sessions: components["schemas"]["ConsoleSession"][];
        };
        ConsoleSetting: {
            group: string;
            name: string;
            value: string;
        };
        ConsoleSettings: {
            version: string;
            api_version: string;
            profile: string;
            settings: components["schemas"]["ConsoleSetting"][];
            migrations: {
                known: number;
                latest: string;
                pending: string[];
                problem: string | null;
            };
        };
        ConsoleStuckWork: {
            id: string;
            tenant_id: string | null;
            owner: string;
            subject: string;
            kind: string;
            state: string;
            created_at: components["schemas"]["DateTime"];
            /** Format: date-time */
            refused_at: string | null;
            attempts: number;
            rejected: string | null;
        };
        ConsoleTenant: {
            id: components["schemas"]["Id"];
            name: string;
            business_name: string | null;
            self_attested: boolean;
            created: components["schemas"]["DateTime"];
            testnet: {
                managed_accounts: number;
                pending_accounts: number;
                applications: number;
            };
            mainnet: {
                managed_accounts: number;
                pending_accounts: number;
                applications: number;
            };
        };
        ConsoleTenants: {
            tenants: components["schemas"]["ConsoleTenant"][];
            pagination: components["schemas"]["Pagination"];
        };
        ConsoleToken: {
            id: components["schemas"]["Id"];
            value_type: string;
            name: string;
            /** @enum {unknown} */
            kind: "fiat_backed" | "attested" | "third_party";
            status: string;
            issuer_account_id: string | null;
            is_public: boolean;
            can_be_frozen: boolean;
            deployments: {
                transfer_type: string;
                status: string;
                contract_address: string | null;
                failure: string | null;
            }[];
            created_at: components["schemas"]["DateTime"];
        };
        ConsoleTokenCatalogue: {
            tokens: components["schemas"]["ConsoleToken"][];
            is_complete: boolean;
        };
        ConsoleTokenReconciliation: {
            /** Format: date-time */
            ended_at: string | null;
            differences: components["schemas"]["ConsoleDifference"][];
            is_complete: boolean;
        };
        ConsoleTokenSeries: {
            value_type: string;
            is_backed: boolean;
            points: {
                /** Format: date */
                date: string;
                supply: string;
                reserve: string | null;
                chains: {
                    transfer_type: string;
                    supply: string;
                }[];
            }[];
        };
        ConsoleWholeOverseenWebhook: {
            id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            account_id: components["schemas"]["Id"];
            url_host: string;
            events: string[];
            /** @enum {unknown} */
            status: "active" | "disabled" | "archived";
            disabled_reason: string | null;
            /** Format: date-time */
            failing_since: string | null;
            /** Format: date-time */
            paused_until: string | null;
            created: components["schemas"]["DateTime"];
            updated: components["schemas"]["DateTime"];
            failures_in_a_row: number;
            waiting: number;
            /** Format: date-time */
            oldest_waiting: string | null;
            /** Format: date-time */
            next_due: string | null;
        };
        ConsoleWorkspace: {
            tenant_id: components["schemas"]["Id"];
            name: string;
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            self_attested: boolean;
            permissions: string[];
        };
        ConsoleWorkspaces: {
            workspaces: {
                tenant_id: components["schemas"]["Id"];
                name: string;
                self_attested: boolean;
                role: string | null;
            }[];
            is_complete: boolean;
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
        EffectiveTerms: {
            account_id: components["schemas"]["Id"];
            ways: {
                transfer_type: string;
                most: string | null;
                left_today: string | null;
                limit_ids: components["schemas"]["Id"][];
                fees: {
                    /** @enum {unknown} */
                    flow: "onramp" | "offramp" | "swap";
                    fee: null | components["schemas"]["TransferFee"];
                }[];
            }[];
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
            code: "validation_failed" | "malformed_request" | "idempotency_key_missing" | "unsupported_api_version" | "unauthorized" | "sign_in_failed" | "sign_in_required" | "insufficient_scope" | "not_permitted" | "second_factor_required" | "cross_site_request" | "network_not_supported" | "not_a_managing_account" | "not_a_tokenization_account" | "not_found" | "address_not_found" | "method_not_allowed" | "conflict" | "idempotency_key_in_flight" | "payload_too_large" | "unsupported_media_type" | "unprocessable" | "insufficient_balance" | "unsupported_route" | "insufficient_liquidity" | "limit_exceeded" | "address_not_allowed" | "documents_not_supported" | "idempotency_key_reused" | "rate_limited" | "internal" | "overloaded" | "dependency_unavailable";
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
        FinishedBankItem: {
            id: components["schemas"]["Id"];
            note: string;
        };
        HeldDecision: {
            reason: string;
        };
        HeldDeposit: {
            id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            tenant_name: string | null;
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            account_id: components["schemas"]["Id"];
            account_name: string | null;
            amount: string;
            currency: string;
            dollars: string;
            list_version: string | null;
            hits: components["schemas"]["ListedHit"][];
            needs_second_person: boolean;
            release_request: null | components["schemas"]["ReleaseRequest"];
            created_at: components["schemas"]["DateTime"];
            /** @enum {unknown} */
            status: "complete" | "held" | "released";
            /** @enum {unknown} */
            chain: "ethereum" | "base" | "solana" | "stellar";
            address_id: components["schemas"]["Id"];
            sender: string | null;
            transaction_id: string;
        };
        HeldDepositList: {
            deposits: components["schemas"]["HeldDeposit"][];
            second_person_above: string | null;
            is_complete: boolean;
        };
        HeldPayment: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            tenant: null | {
                id: components["schemas"]["Id"];
                name: string | null;
            };
            account: null | {
                id: components["schemas"]["Id"];
                name: string | null;
            };
            /** @enum {unknown} */
            type: "wire" | "ach" | "rtp";
            amount: components["schemas"]["ConsoleAmount"];
            status: string;
            hold: null | {
                /** @enum {unknown} */
                reason: "unmatched" | "contradictory" | "listed_sender" | "unnamed_sender" | "refused" | "return_failed";
                note: string | null;
                since: components["schemas"]["DateTime"];
                hits: components["schemas"]["ListedHit"][];
            };
            owner: string | null;
            is_debit: boolean;
            return_id: string | null;
            needs_second_person: boolean;
            match_request: null | components["schemas"]["ReleaseRequest"];
            sender: {
                name: string | null;
                account_number: string | null;
                bank_name: string | null;
            };
            sent_to: string | null;
            received_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
        };
        HeldTransfer: {
            id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            tenant_name: string | null;
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            account_id: components["schemas"]["Id"];
            account_name: string | null;
            amount: string;
            currency: string;
            dollars: string;
            list_version: string | null;
            hits: components["schemas"]["ListedHit"][];
            needs_second_person: boolean;
            release_request: null | components["schemas"]["ReleaseRequest"];
            created_at: components["schemas"]["DateTime"];
            /** @enum {unknown} */
            flow: "onramp" | "offramp" | "swap" | "bridge" | "payout";
            step: string;
            held_end: null | ("source" | "destination");
            source: components["schemas"]["HeldTransferEnd"];
            destination: components["schemas"]["HeldTransferEnd"];
        };
        HeldTransferEnd: {
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
            value_type: string;
            address_id: string | null;
            address_name: string | null;
            address: string | null;
            owner: string | null;
            routing_number: string | null;
            account_number: string | null;
        };
        HeldTransferList: {
            transfers: components["schemas"]["HeldTransfer"][];
            second_person_above: string | null;
            is_complete: boolean;
        };
        Id: string;
        LinkToken: {
            link_token: string;
            expiration: components["schemas"]["DateTime"];
            callback_url: string;
        };
        ListedHit: {
            entry: string;
            name: string | null;
            program: string | null;
        };
        MatchCandidate: {
            /** @enum {unknown} */
            type: "transfer" | "automation" | "treasury";
            id: components["schemas"]["Id"];
            tenant: {
                id: components["schemas"]["Id"];
                name: string | null;
            };
            account: {
                id: components["schemas"]["Id"];
                name: string | null;
            };
            status: string;
            name: string | null;
            amount: null | components["schemas"]["ConsoleAmount"];
            destination: null | {
                transfer_type: string;
                value_type: string;
            };
            reasons: {
                /** @enum {unknown} */
                sign: "written_id" | "memo" | "number" | "written_number" | "near_number" | "near_memo" | "amount" | "owner" | "sender" | "account" | "time";
                text: string;
            }[];
            score: number;
            obstacle: string | null;
            /** Format: date-time */
            created_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        MatchCandidates: {
            candidates: components["schemas"]["MatchCandidate"][];
            is_complete: boolean;
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
        PaymentSender: {
            name: string | null;
            bank_name: string | null;
            bank_routing_number: string | null;
            reference: string | null;
            imad: string | null;
            trace_number: string | null;
        };
        PublicToken: {
            public_token: string;
            expiration: components["schemas"]["DateTime"];
        };
        RailsOverview: {
            since: components["schemas"]["DateTime"];
            files: {
                /** @enum {unknown} */
                network: "testnet" | "mainnet";
                /** @enum {unknown} */
                direction: "out" | "in";
                format: string;
                /** @enum {unknown} */
                state: "stored" | "sent" | "read" | "quarantined" | "duplicate";
                count: number;
            }[];
            sent: {
                /** @enum {unknown} */
                network: "testnet" | "mainnet";
                format: string;
                entries: number;
                credits: string;
                debits: string;
            }[];
            waiting: {
                /** @enum {unknown} */
                network: "testnet" | "mainnet";
                /** @enum {unknown} */
                what: "entries" | "files" | "items" | "happenings";
                name: string;
                count: number;
                oldest_seconds: number;
            }[];
            banks: {
                /** @enum {unknown} */
                network: "testnet" | "mainnet";
                /** @enum {unknown} */
                connector: "sandbox" | "files";
            }[];
            calendar: {
                today: string;
                is_banking_day: boolean;
                next_banking_day: string;
                rails: {
                    /** @enum {unknown} */
                    rail: "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
                    leaves_at: components["schemas"]["DateTime"];
                    cutoff_at: components["schemas"]["DateTime"];
                    settles_at: components["schemas"]["DateTime"];
                    final_at: components["schemas"]["DateTime"];
                    settlement_date: string;
                }[];
            };
        };
        RegisterLinkedAccountRequest: {
            public_token: string;
            transfer_types: ("ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit")[];
            customer_webhook_url?: string;
        };
        RegisteredAccount: {
            address_id: components["schemas"]["Id"];
        };
        ReleaseRequest: {
            requested_by: components["schemas"]["Id"];
            requested_by_name: string | null;
            is_yours: boolean;
            reason: string;
            requested_at: components["schemas"]["DateTime"];
            target: string | null;
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
        ShownBankFile: {
            file: components["schemas"]["BankFile"];
            lines: components["schemas"]["BankFileLine"][];
            is_complete: boolean;
            items: components["schemas"]["BankItem"][];
        };
        ShownHeldPayment: {
            payment: components["schemas"]["HeldPayment"];
            return_codes: {
                code: string;
                meaning: string;
            }[];
        };
        ShownWorkspacePayment: {
            payment: components["schemas"]["Payment"];
            account: {
                id: components["schemas"]["Id"];
                name: string | null;
            };
            is_held: boolean;
            address_id: string | null;
            transfer: null | {
                id: components["schemas"]["Id"];
                account_id: components["schemas"]["Id"];
                status: string;
            };
            automation: null | {
                id: components["schemas"]["Id"];
                account_id: components["schemas"]["Id"];
                name: string;
                status: string;
            };
            bank: null | {
                state: string;
                leaves_at: components["schemas"]["DateTime"];
                settles_at: components["schemas"]["DateTime"];
            };
            return_id: string | null;
            returns: string | null;
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
        StrandedTransfer: {
            id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            account_id: components["schemas"]["Id"];
            amount: string;
            value_type: string;
            updated_at: components["schemas"]["DateTime"];
        };
        SupportedRoute: {
            /** @enum {unknown} */
            flow: "onramp" | "offramp" | "swap" | "bridge" | "payout";
            source: components["schemas"]["RoutePlace"];
            destination: components["schemas"]["RoutePlace"];
        };
        Suspense: {
            payments: components["schemas"]["HeldPayment"][];
            totals: {
                /** @enum {unknown} */
                network: "testnet" | "mainnet";
                count: number;
                amount: components["schemas"]["ConsoleAmount"];
                oldest_since: components["schemas"]["DateTime"];
            }[];
            pagination: components["schemas"]["Pagination"];
        };
        TimelineActor: {
            /** @enum {unknown} */
            type: "application" | "person" | "operator" | "system";
            id: string | null;
            name: string | null;
        };
        TimelineAudit: {
            /** @constant */
            type: "audit";
            at: components["schemas"]["DateTime"];
            action: string;
            by: components["schemas"]["TimelineActor"];
            reason: string | null;
            request_id: string | null;
        };
        TimelineBankEntry: {
            /** @enum {unknown} */
            state: "queued" | "filed" | "sent" | "settled" | "rejected" | "returned" | "withdrawn";
            trace_number: string | null;
            uetr: string | null;
            /** Format: date-time */
            leaves_at: string | null;
            /** Format: date-time */
            settles_at: string | null;
            file: null | {
                id: components["schemas"]["Id"];
                name: string;
                /** @enum {unknown} */
                state: "stored" | "sent";
                written_at: components["schemas"]["DateTime"];
            };
        };
        TimelineChainTransaction: {
            /** @constant */
            type: "chain_transaction";
            at: components["schemas"]["DateTime"];
            /** @enum {unknown} */
            end: "source" | "destination" | "undoing";
            /** @enum {unknown} */
            chain: "ethereum" | "base" | "solana" | "stellar";
            /** @enum {unknown} */
            state: "queued" | "signed" | "sent" | "included" | "final" | "dead" | "failed";
            transaction_id: string | null;
            block_height: string | null;
            confirmations: number | null;
            failure_reason: string | null;
            explorer_url: string | null;
        };
        TimelineEntry: components["schemas"]["TimelineState"] | components["schemas"]["TimelinePosting"] | components["schemas"]["TimelineChainTransaction"] | components["schemas"]["TimelinePayment"] | components["schemas"]["TimelineEvent"] | components["schemas"]["TimelineAudit"];
        TimelineEvent: {
            /** @constant */
            type: "event";
            at: components["schemas"]["DateTime"];
            event_id: components["schemas"]["Id"];
            event_type: string;
            deliveries: {
                id: components["schemas"]["Id"];
                subscription_id: components["schemas"]["Id"];
                host: string;
                attempt_number: number;
                /** @enum {unknown} */
                status: "pending" | "succeeded" | "failed" | "exhausted";
                status_code: number | null;
                failure_message: string | null;
                at: components["schemas"]["DateTime"];
            }[];
        };
        TimelinePayment: {
            /** @constant */
            type: "payment";
            at: components["schemas"]["DateTime"];
            payment_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            end: "source" | "destination";
            /** @enum {unknown} */
            direction: "inbound" | "outbound";
            /** @enum {unknown} */
            rail: "wire" | "ach" | "rtp";
            amount: string;
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed" | "returned";
            reason_code: string | null;
            reason: string | null;
            updated_at: components["schemas"]["DateTime"];
            entry: null | components["schemas"]["TimelineBankEntry"];
        };
        TimelinePosting: {
            /** @constant */
            type: "posting";
            at: components["schemas"]["DateTime"];
            deed: string;
            operation: string;
            lines: {
                account: string;
                amount: string;
                asset: string;
            }[];
        };
        TimelineState: {
            /** @constant */
            type: "state";
            at: components["schemas"]["DateTime"];
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed" | "canceled";
            step: string | null;
            failure_type: string | null;
            failure_code: string | null;
            by: components["schemas"]["TimelineActor"];
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
        TransferFee: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            account_id: string | null;
            transfer_type: string | null;
            /** @enum {unknown} */
            flow: "onramp" | "offramp" | "swap";
            flat: string;
            basis_points: number;
            minimum: string;
            maximum: string | null;
            updated_at: components["schemas"]["DateTime"];
        };
        TransferLimit: {
            id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            account_id: string | null;
            transfer_type: string | null;
            per_transfer: string | null;
            daily: string | null;
            used_today: string | null;
            left_today: string | null;
            updated_at: components["schemas"]["DateTime"];
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
                code: "validation_failed" | "malformed_request" | "idempotency_key_missing" | "unsupported_api_version" | "unauthorized" | "sign_in_failed" | "sign_in_required" | "insufficient_scope" | "not_permitted" | "second_factor_required" | "cross_site_request" | "network_not_supported" | "not_a_managing_account" | "not_a_tokenization_account" | "not_found" | "address_not_found" | "method_not_allowed" | "conflict" | "idempotency_key_in_flight" | "payload_too_large" | "unsupported_media_type" | "unprocessable" | "insufficient_balance" | "unsupported_route" | "insufficient_liquidity" | "limit_exceeded" | "address_not_allowed" | "documents_not_supported" | "idempotency_key_reused" | "rate_limited" | "internal" | "overloaded" | "dependency_unavailable";
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
        TransferTerms: {
            limits: components["schemas"]["TransferLimit"][];
            fees: components["schemas"]["TransferFee"][];
        };
        TransferTimeline: {
            transfer: components["schemas"]["WorkspaceTransfer"];
            entries: components["schemas"]["TimelineEntry"][];
        };
        Treasury: {
            balances: {
                chain: string | null;
                value_type: string;
                balance: string;
                available: string;
                held: string;
            }[];
            addresses: {
                chain: string;
                address: string;
            }[];
            withdrawals: components["schemas"]["TreasuryWithdrawal"][];
            withdrawal_id: components["schemas"]["Id"];
        };
        TreasuryInstructions: {
            bank: {
                bank_name: string;
                bank_address: string;
                routing_number: string;
                account_number: string;
                beneficiary_name: string;
                beneficiary_address: string;
                memo: string;
            };
            addresses: {
                chain: string;
                address: string;
            }[];
        };
        TreasuryWithdrawal: {
            id: components["schemas"]["Id"];
            payment_id: components["schemas"]["Id"];
            address_id: components["schemas"]["Id"];
            transfer_type: string;
            amount: string;
            status: string;
            reason: string | null;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
        };
        USStreetAddress: {
            street_line_1: string;
            street_line_2?: string;
            city: string;
            state: string;
            zip: string;
            country?: string;
        };
        UnrestoredTransfer: {
            id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            /** @enum {unknown} */
            network: "testnet" | "mainnet";
            account_id: components["schemas"]["Id"];
            flow: string;
            amount: string;
            currency: string;
            status: string;
            step: string;
            source_transfer_type: string;
            source_value_type: string;
            destination_transfer_type: string;
            failure_type: string | null;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
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
        WorkspacePayment: {
            payment: components["schemas"]["Payment"];
            account: {
                id: components["schemas"]["Id"];
                name: string | null;
            };
            is_held: boolean;
        };
        WorkspacePaymentList: {
            payments: components["schemas"]["WorkspacePayment"][];
            pagination: components["schemas"]["Pagination"];
        };
        WorkspaceTransfer: {
            id: components["schemas"]["Id"];
            account_id: components["schemas"]["Id"];
            account_name: string | null;
            /** @enum {unknown} */
            flow: "onramp" | "offramp" | "swap" | "bridge" | "payout";
            /** @enum {unknown} */
            status: "pending" | "complete" | "failed" | "canceled";
            failure_type: null | ("ach_return" | "wire_return" | "rail_rejected" | "chain_failed" | "compliance_rejected" | "insufficient_funds");
            amount: string;
            currency: string;
            fee: string;
            source: components["schemas"]["WorkspaceTransferEnd"];
            destination: components["schemas"]["WorkspaceTransferEnd"];
            automation_id: string | null;
            note: string | null;
            created_at: components["schemas"]["DateTime"];
            updated_at: components["schemas"]["DateTime"];
            /** Format: date-time */
            completed_at: string | null;
        };
        WorkspaceTransferEnd: {
            address_id: string | null;
            /** @enum {unknown} */
            transfer_type: "ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
            value_type: string;
            transaction_id: string | null;
            payment_id: string | null;
        };
        WorkspaceTransferList: {
            transfers: components["schemas"]["WorkspaceTransfer"][];
            pagination: components["schemas"]["Pagination"];
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
    signIn: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
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
                    "application/json": components["schemas"]["ConsoleEntered"];
                };
            };
        };
    };
    signInWithTotp: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleEntered"];
                };
            };
        };
    };
    signInWithRecoveryCode: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleEntered"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
    offerPasskeySignIn: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
                    "application/json": components["schemas"]["ConsolePasskeyRequest"];
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge_id: components["schemas"]["Id"];
                    response: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        /** @enum {unknown} */
                        authenticatorAttachment?: "platform" | "cross-platform";
                        clientExtensionResults: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string;
                        };
                    };
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
                    "application/json": components["schemas"]["ConsoleEntered"];
                };
            };
        };
    };
    offerPasskeyConfirmation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
                    "application/json": components["schemas"]["ConsolePasskeyRequest"];
                };
            };
        };
    };
    confirmWithPasskey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge_id: components["schemas"]["Id"];
                    response: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        /** @enum {unknown} */
                        authenticatorAttachment?: "platform" | "cross-platform";
                        clientExtensionResults: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string;
                        };
                    };
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
                    "application/json": components["schemas"]["ConsoleConfirmed"];
                };
            };
        };
    };
    lookAtInvitation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
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
                    "application/json": components["schemas"]["ConsoleSeenInvitation"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    /** Format: email */
                    email?: string;
                    name?: string;
                    password: string;
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
                    "application/json": components["schemas"]["ConsoleEntered"];
                };
            };
        };
    };
    acceptInvitationAsKnown: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
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
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleMe"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleSessions"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                session_id: components["schemas"]["Id"];
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
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleEndedSessions"];
                };
            };
        };
    };
    confirmWithCode: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleConfirmed"];
                };
            };
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleOfferedTotp"];
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRecoveryCodes"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleRecoveryCodes"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    old_password: string;
                    password: string;
                };
            };
        };
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
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsolePasskeys"];
                };
            };
        };
    };
    registerPasskey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge_id: components["schemas"]["Id"];
                    name: string;
                    response: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        /** @enum {unknown} */
                        authenticatorAttachment?: "platform" | "cross-platform";
                        clientExtensionResults: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                            authenticatorData?: string;
                            transports?: string[];
                            publicKeyAlgorithm?: number;
                            publicKey?: string;
                        };
                    };
                };
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
                    "application/json": components["schemas"]["ConsoleRegisteredPasskey"];
                };
            };
        };
    };
    offerPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
                    "application/json": components["schemas"]["ConsolePasskeyCreation"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                passkey_id: components["schemas"]["Id"];
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
    renamePasskey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                passkey_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
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
    listPeople: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                who?: "operators" | "everybody";
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsolePeople"];
                };
            };
        };
    };
    changeOperatorRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                person_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    operator_role: ("admin" | "compliance" | "treasury" | "support" | "read_only") | null;
                };
            };
        };
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
    disablePerson: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                person_id: components["schemas"]["Id"];
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
    enablePerson: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                person_id: components["schemas"]["Id"];
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
    endSessionsOfPerson: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                person_id: components["schemas"]["Id"];
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
    listOperatorInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleInvitations"];
                };
            };
        };
    };
    inviteOperator: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {unknown} */
                    operator_role: "admin" | "compliance" | "treasury" | "support" | "read_only";
                };
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
                    "application/json": components["schemas"]["ConsoleLink"];
                };
            };
        };
    };
    resetPerson: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                person_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    forgets_second_factors: boolean;
                };
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
                    "application/json": components["schemas"]["ConsoleLink"];
                };
            };
        };
    };
    revokeOperatorInvitation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                invitation_id: components["schemas"]["Id"];
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
    listMembers: {
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
                    "application/json": components["schemas"]["ConsoleMembers"];
                };
            };
        };
    };
    changeMemberRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                person_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    role: "admin" | "developer" | "viewer";
                };
            };
        };
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
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                person_id: components["schemas"]["Id"];
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
    listMemberInvitations: {
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
                    "application/json": components["schemas"]["ConsoleInvitations"];
                };
            };
        };
    };
    inviteMember: {
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
                    /** Format: email */
                    email: string;
                    /** @enum {unknown} */
                    role: "admin" | "developer" | "viewer";
                };
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
                    "application/json": components["schemas"]["ConsoleLink"];
                };
            };
        };
    };
    revokeMemberInvitation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                invitation_id: components["schemas"]["Id"];
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
    listWorkspaces: {
        parameters: {
            query?: {
                query?: string;
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleWorkspaces"];
                };
            };
        };
    };
    getWorkspace: {
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
                    "application/json": components["schemas"]["ConsoleWorkspace"];
                };
            };
        };
    };
    getHome: {
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
                    "application/json": components["schemas"]["ConsoleHome"];
                };
            };
        };
    };
    getHomeSeries: {
        parameters: {
            query?: {
                days?: number;
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
                    "application/json": components["schemas"]["ConsoleHomeSeries"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleOverview"];
                };
            };
        };
    };
    listTenants: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                search?: string;
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleTenants"];
                };
            };
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    business_name?: string | null;
                    self_attested: boolean;
                };
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
                    "application/json": components["schemas"]["ConsoleTenant"];
                };
            };
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["ConsoleTenant"];
                };
            };
        };
    };
    searchAccounts: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                search?: string;
                status?: "pending" | "complete" | "rejected";
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
                    "application/json": components["schemas"]["ConsoleFoundAccounts"];
                };
            };
        };
    };
    getAccountRecord: {
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
                    "application/json": components["schemas"]["ConsoleAccountRecord"];
                };
            };
        };
    };
    getAddressOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
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
                    "application/json": components["schemas"]["ConsoleAddressOwner"];
                };
            };
        };
    };
    listReviews: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                network?: "testnet" | "mainnet";
                stage?: "screening" | "deciding" | "documents_required" | "in_review";
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleReviewQueue"];
                };
            };
        };
    };
    getReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
                    "application/json": components["schemas"]["ConsoleReview"];
                };
            };
        };
    };
    getReviewDocumentContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: components["schemas"]["Id"];
                document_id: components["schemas"]["Id"];
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
                    "*/*": string;
                };
            };
        };
    };
    approveReview: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
                    reason?: string;
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
                    "application/json": components["schemas"]["ConsoleDecidedReview"];
                };
            };
        };
    };
    rejectReview: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
                    reason: string;
                    /** @enum {unknown} */
                    code: "verification_failed" | "information_mismatch" | "documents_insufficient" | "not_eligible" | "compliance";
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
                    "application/json": components["schemas"]["ConsoleDecidedReview"];
                };
            };
        };
    };
    requestReviewDocuments: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
                    reason?: string;
                    /** @enum {unknown} */
                    set?: "standard" | "business" | "identity" | "address" | "ownership";
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
                    "application/json": components["schemas"]["ConsoleDecidedReview"];
                };
            };
        };
    };
    clearReviewHit: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                account_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
                    reason: string;
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
                    "application/json": components["schemas"]["ConsoleDecidedReview"];
                };
            };
        };
    };
    acceptReviewDocument: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                account_id: components["schemas"]["Id"];
                document_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
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
                    "application/json": components["schemas"]["ConsoleDecidedReview"];
                };
            };
        };
    };
    rejectReviewDocument: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                account_id: components["schemas"]["Id"];
                document_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision: number;
                    reason: string;
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
                    "application/json": components["schemas"]["ConsoleDecidedReview"];
                };
            };
        };
    };
    listWorkspaceTransfers: {
        parameters: {
            query?: {
                status?: "pending" | "complete" | "failed" | "canceled";
                account_id?: string;
                transfer_type?: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit";
                value_type?: string;
                created_after?: string;
                created_before?: string;
                search?: string;
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
                    "application/json": components["schemas"]["WorkspaceTransferList"];
                };
            };
        };
    };
    exportWorkspaceTransfers: {
        parameters: {
            query?: {
                status?: "pending" | "complete" | "failed" | "canceled";
                account_id?: string;
                transfer_type?: "ethereum" | "base" | "solana" | "stellar" | "sepolia" | "base_sepolia" | "solana_devnet" | "stellar_testnet" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit" | "rtp-credit";
                value_type?: string;
                created_after?: string;
                created_before?: string;
                search?: string;
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
                    "text/csv": string;
                };
            };
        };
    };
    getTransferTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
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
                    "application/json": components["schemas"]["TransferTimeline"];
                };
            };
        };
    };
    listHeldTransfers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["HeldTransferList"];
                };
            };
        };
    };
    getHeldTransferTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
                    "application/json": components["schemas"]["TransferTimeline"];
                };
            };
        };
    };
    releaseHeldTransfer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldDecision"];
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
                    "application/json": components["schemas"]["HeldTransfer"];
                };
            };
        };
    };
    rejectHeldTransfer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldDecision"];
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
                    "application/json": components["schemas"]["HeldTransfer"];
                };
            };
        };
    };
    withdrawTransferRelease: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                transfer_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldDecision"];
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
                    "application/json": components["schemas"]["HeldTransfer"];
                };
            };
        };
    };
    listHeldDeposits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["HeldDepositList"];
                };
            };
        };
    };
    releaseHeldDeposit: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                deposit_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldDecision"];
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
                    "application/json": components["schemas"]["HeldDeposit"];
                };
            };
        };
    };
    withdrawDepositRelease: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                deposit_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldDecision"];
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
                    "application/json": components["schemas"]["HeldDeposit"];
                };
            };
        };
    };
    listUnrestoredTransfers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": {
                        transfers: components["schemas"]["UnrestoredTransfer"][];
                        is_complete: boolean;
                    };
                };
            };
        };
    };
    restoreTransfer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
                    "application/json": components["schemas"]["UnrestoredTransfer"];
                };
            };
        };
    };
    listStrandedTransfers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": {
                        transfers: components["schemas"]["StrandedTransfer"][];
                        is_complete: boolean;
                    };
                };
            };
        };
    };
    returnStrandedTransfer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                transfer_id: components["schemas"]["Id"];
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
    listWorkspacePayments: {
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
                account_id?: string;
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
                    "application/json": components["schemas"]["WorkspacePaymentList"];
                };
            };
        };
    };
    getWorkspacePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
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
                    "application/json": components["schemas"]["ShownWorkspacePayment"];
                };
            };
        };
    };
    listSuspense: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                network?: "testnet" | "mainnet";
                reason?: "unmatched" | "contradictory" | "listed_sender" | "unnamed_sender" | "refused" | "return_failed";
                tenant_id?: string;
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["Suspense"];
                };
            };
        };
    };
    getSuspensePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
                    "application/json": components["schemas"]["ShownHeldPayment"];
                };
            };
        };
    };
    listMatchCandidates: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: never;
            path: {
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
                    "application/json": components["schemas"]["MatchCandidates"];
                };
            };
        };
    };
    discloseSender: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["PaymentSender"];
                };
            };
        };
    };
    matchSuspensePayment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    type: "transfer" | "automation" | "treasury";
                    id: components["schemas"]["Id"];
                    reason: string;
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
                    "application/json": components["schemas"]["HeldPayment"];
                };
            };
        };
    };
    withdrawSuspenseMatch: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
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
                    "application/json": components["schemas"]["HeldPayment"];
                };
            };
        };
    };
    returnSuspensePayment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                payment_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    code: "AC01" | "AC04" | "AC06" | "AM09" | "BE01" | "CUST" | "NARR" | "RR04";
                    reason: string;
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
                    "application/json": components["schemas"]["HeldPayment"];
                };
            };
        };
    };
    listCatalogue: {
        parameters: {
            query: {
                network: "testnet" | "mainnet";
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleTokenCatalogue"];
                };
            };
        };
    };
    listFreezes: {
        parameters: {
            query: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                network: "testnet" | "mainnet";
                value_type?: string;
                status?: "freezing" | "frozen" | "unfreezing" | "unfrozen" | "failed";
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleFreezes"];
                };
            };
        };
    };
    freezeAddress: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    network: "testnet" | "mainnet";
                    value_type: string;
                    /** @enum {unknown} */
                    transfer_type: "ethereum" | "base" | "solana" | "stellar";
                    address: string;
                    reason: string;
                };
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
                    "application/json": components["schemas"]["ConsoleFreeze"];
                };
            };
        };
    };
    unfreezeAddress: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                freeze_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    network: "testnet" | "mainnet";
                    reason: string;
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
                    "application/json": components["schemas"]["ConsoleFreeze"];
                };
            };
        };
    };
    listTokenFreezes: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                status?: "freezing" | "frozen" | "unfreezing" | "unfrozen" | "failed";
            };
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
                    "application/json": components["schemas"]["ConsoleFreezes"];
                };
            };
        };
    };
    getReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleReconciliation"];
                };
            };
        };
    };
    requestReconciliation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
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
                content?: never;
            };
        };
    };
    getTokenReconciliation: {
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
                    "application/json": components["schemas"]["ConsoleTokenReconciliation"];
                };
            };
        };
    };
    getTokenSeries: {
        parameters: {
            query?: {
                days?: number;
            };
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
                    "application/json": components["schemas"]["ConsoleTokenSeries"];
                };
            };
        };
    };
    getApiAccess: {
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
                    "application/json": components["schemas"]["ConsoleApiAccess"];
                };
            };
        };
    };
    listApplications: {
        parameters: {
            query?: {
                account_id?: string;
                status?: "live" | "revoked";
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
                    "application/json": components["schemas"]["ConsoleApplicationList"];
                };
            };
        };
    };
    createApplication: {
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
                    name: string;
                    account_id?: components["schemas"]["Id"];
                    scopes: ("accounts:read" | "accounts:write" | "addresses:read" | "addresses:write" | "transfers:read" | "transfers:write" | "payments:read" | "tokens:read" | "tokens:write" | "self_attested_tokens:read" | "self_attested_tokens:mint" | "self_attested_tokens:burn" | "self_attested_tokens:transfer" | "automations:read" | "automations:write" | "webhooks:read" | "webhooks:write" | "events:read" | "financial-institutions:read" | "financial-institutions:write" | "simulations:write")[];
                };
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
                    "application/json": components["schemas"]["ConsoleApplicationSecret"];
                };
            };
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                application_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["ConsoleApplication"];
                };
            };
        };
    };
    revokeApplication: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                application_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["ConsoleApplication"];
                };
            };
        };
    };
    rotateApplicationSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                application_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    overlap_seconds: number;
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
                    "application/json": components["schemas"]["ConsoleApplicationSecret"];
                };
            };
        };
    };
    addApplicationKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                application_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    public_key: string;
                };
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
                    "application/json": components["schemas"]["ConsoleApplication"];
                };
            };
        };
    };
    revokeApplicationKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                application_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kid: string;
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
                    "application/json": components["schemas"]["ConsoleApplication"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                status?: "2xx" | "3xx" | "4xx" | "5xx";
                application_id?: string;
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
                path?: string;
                request_id?: string;
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
                    "application/json": components["schemas"]["ConsoleApiRequestList"];
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                logged_request_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["ConsoleApiRequest"];
                };
            };
        };
    };
    listOverseenWebhooks: {
        parameters: {
            query?: {
                tenant_id?: string;
                status?: "active" | "disabled" | "archived";
                failing?: "true" | "false";
            };
            header?: never;
            path?: never;
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
                    "application/json": {
                        webhooks: components["schemas"]["ConsoleOverseenWebhook"][];
                        is_complete: boolean;
                    };
                };
            };
        };
    };
    getOverseenWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
                    "application/json": components["schemas"]["ConsoleWholeOverseenWebhook"];
                };
            };
        };
    };
    listOverseenDeliveries: {
        parameters: {
            query?: {
                status?: "pending" | "succeeded" | "failed" | "exhausted";
            };
            header?: never;
            path: {
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
                    "application/json": {
                        deliveries: components["schemas"]["ConsoleOverseenDelivery"][];
                        is_complete: boolean;
                    };
                };
            };
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                subscription_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
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
                    "application/json": components["schemas"]["ConsoleWholeOverseenWebhook"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                subscription_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["ConsoleWholeOverseenWebhook"];
                };
            };
        };
    };
    listTerms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["TransferTerms"];
                };
            };
        };
    };
    setLimit: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    network: "testnet" | "mainnet";
                    account_id?: components["schemas"]["Id"];
                    /** @enum {unknown} */
                    transfer_type?: "ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
                    per_transfer?: string;
                    daily?: string;
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
                    "application/json": components["schemas"]["TransferLimit"];
                };
            };
        };
    };
    getEffectiveTerms: {
        parameters: {
            query: {
                network: "testnet" | "mainnet";
                account_id?: string;
            };
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["EffectiveTerms"];
                };
            };
        };
    };
    removeLimit: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                limit_id: components["schemas"]["Id"];
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
    setFee: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    network: "testnet" | "mainnet";
                    account_id?: components["schemas"]["Id"];
                    /** @enum {unknown} */
                    flow: "onramp" | "offramp" | "swap";
                    /** @enum {unknown} */
                    transfer_type?: "ethereum" | "base" | "solana" | "stellar" | "wire" | "ach_credit" | "same_day_ach_credit" | "ach_debit" | "same_day_ach_debit" | "rtp_credit";
                    flat?: string;
                    basis_points?: number;
                    minimum?: string;
                    maximum?: string;
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
                    "application/json": components["schemas"]["TransferFee"];
                };
            };
        };
    };
    removeFee: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                tenant_id: components["schemas"]["Id"];
                fee_id: components["schemas"]["Id"];
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
    getTreasury: {
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
                    "application/json": components["schemas"]["Treasury"];
                };
            };
        };
    };
    getTreasuryInstructions: {
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
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id"?: string;
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreasuryInstructions"];
                };
            };
        };
    };
    withdrawFromTreasury: {
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
                    id: components["schemas"]["Id"];
                    address_id: components["schemas"]["Id"];
                    /** @enum {unknown} */
                    transfer_type: "wire" | "ach_credit" | "same_day_ach_credit" | "rtp_credit";
                    amount: string;
                    memo?: string;
                };
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
                    "application/json": components["schemas"]["TreasuryWithdrawal"];
                };
            };
        };
    };
    getRailsOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["RailsOverview"];
                };
            };
        };
    };
    listBankFiles: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                network?: "testnet" | "mainnet";
                direction?: "out" | "in";
                state?: "stored" | "sent" | "read" | "quarantined" | "duplicate";
                format?: "ach" | "xml";
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["BankFileList"];
                };
            };
        };
    };
    getBankFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["ShownBankFile"];
                };
            };
        };
    };
    readBankFile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                file_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["BankFileText"];
                };
            };
        };
    };
    rereadBankFile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                file_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["BankFile"];
                };
            };
        };
    };
    requeueBankFile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                file_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["BankFile"];
                };
            };
        };
    };
    listBankItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["BankItemList"];
                };
            };
        };
    };
    finishBankItem: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                item_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note: string;
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
                    "application/json": components["schemas"]["FinishedBankItem"];
                };
            };
        };
    };
    listLedgerJournals: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleLedgerJournals"];
                };
            };
        };
    };
    listLedgerAccounts: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                kind?: "wallet" | "supply" | "external" | "reserve" | "clearing" | "treasury" | "suspense" | "fees" | "receivable";
                owner?: string;
                chain?: string;
                asset?: string;
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
                    "application/json": components["schemas"]["ConsoleLedgerBalances"];
                };
            };
        };
    };
    getLedgerStatement: {
        parameters: {
            query: {
                "page[size]"?: number;
                "page[after]"?: string;
                account: string;
                from?: string;
                to?: string;
                holds?: boolean;
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
                    "application/json": components["schemas"]["ConsoleLedgerStatement"];
                };
            };
        };
    };
    downloadLedgerStatement: {
        parameters: {
            query: {
                account: string;
                from?: string;
                to?: string;
                holds?: boolean;
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
                    "text/csv": string;
                };
            };
        };
    };
    listLedgerRecords: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                key?: string;
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
                    "application/json": components["schemas"]["ConsoleLedgerRecords"];
                };
            };
        };
    };
    getLedgerRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                sequence: string;
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
                    "application/json": components["schemas"]["ConsoleLedgerRecord"];
                };
            };
        };
    };
    getLedgerTotals: {
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
                    "application/json": components["schemas"]["ConsoleLedgerTotals"];
                };
            };
        };
    };
    listLedgerAccountsOfWorkspace: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                kind?: "wallet" | "supply" | "external" | "reserve" | "clearing" | "treasury" | "suspense" | "fees" | "receivable";
                owner?: string;
                chain?: string;
                asset?: string;
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
                    "application/json": components["schemas"]["ConsoleLedgerBalances"];
                };
            };
        };
    };
    getLedgerStatementOfWorkspace: {
        parameters: {
            query: {
                "page[size]"?: number;
                "page[after]"?: string;
                account: string;
                from?: string;
                to?: string;
                holds?: boolean;
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
                    "application/json": components["schemas"]["ConsoleLedgerStatement"];
                };
            };
        };
    };
    downloadLedgerStatementOfWorkspace: {
        parameters: {
            query: {
                account: string;
                from?: string;
                to?: string;
                holds?: boolean;
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
                    "text/csv": string;
                };
            };
        };
    };
    listLedgerRecordsOfWorkspace: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                key?: string;
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
                    "application/json": components["schemas"]["ConsoleLedgerRecords"];
                };
            };
        };
    };
    getLedgerRecordOfWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: components["schemas"]["Id"];
                network: string;
                sequence: string;
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
                    "application/json": components["schemas"]["ConsoleLedgerRecord"];
                };
            };
        };
    };
    getLedgerTotalsOfWorkspace: {
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
                    "application/json": components["schemas"]["ConsoleLedgerTotals"];
                };
            };
        };
    };
    countJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleJobStandings"];
                };
            };
        };
    };
    listDeadJobs: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                kind?: string;
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleDeadJobs"];
                };
            };
        };
    };
    getDeadJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["ConsoleDeadJob"];
                };
            };
        };
    };
    retryDeadJobsOfKind: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kind: string;
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
                    "application/json": components["schemas"]["ConsoleRetriedJobs"];
                };
            };
        };
    };
    retryDeadJob: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                job_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["ConsoleRetriedJobs"];
                };
            };
        };
    };
    discardDeadJob: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                job_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
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
    listNodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleNodes"];
                };
            };
        };
    };
    listChains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleChains"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                account_id?: string;
                actor?: string;
                action?: string;
                subject_id?: string;
                request_id?: string;
                since?: string;
                until?: string;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleAuditPage"];
                };
            };
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                account_id?: string;
                actor?: string;
                action?: string;
                subject_id?: string;
                request_id?: string;
                since?: string;
                until?: string;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
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
                    "text/csv": string;
                };
            };
        };
    };
    listWorkspaceAudit: {
        parameters: {
            query?: {
                "page[size]"?: number;
                "page[after]"?: string;
                "page[before]"?: string;
                "page[next]"?: string;
                "page[prev]"?: string;
                account_id?: string;
                actor?: string;
                action?: string;
                subject_id?: string;
                request_id?: string;
                since?: string;
                until?: string;
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
                    "application/json": components["schemas"]["ConsoleAuditPage"];
                };
            };
        };
    };
    exportWorkspaceAudit: {
        parameters: {
            query?: {
                account_id?: string;
                actor?: string;
                action?: string;
                subject_id?: string;
                request_id?: string;
                since?: string;
                until?: string;
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
                    "text/csv": string;
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleSettings"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                query: string;
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["ConsoleSearchResults"];
                };
            };
        };
    };
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

import type { PageRoute } from "../page-route.ts";
import { accountPages } from "./accounts/routes.ts";
import { addressPages } from "./addresses/routes.ts";
import { approvalPages } from "./approvals/routes.ts";
import { automationPages } from "./automations/routes.ts";
import { claimPages } from "./claims/routes.ts";
import { developerPages } from "./developers/routes.ts";
import { heldPages } from "./held/routes.ts";
import { homePages } from "./home/routes.ts";
import { ledgerPages } from "./ledger/routes.ts";
import { moneyPages } from "./money/routes.ts";
import { operationPages } from "./operations/routes.ts";
import { paymentPages } from "./payments/routes.ts";
import { railPages } from "./rails/routes.ts";
import { reportPages } from "./reports/routes.ts";
import { reviewPages } from "./reviews/routes.ts";
import { tenantPages } from "./tenants/routes.ts";
import { tokenPages } from "./tokens/routes.ts";
import { transferPages } from "./transfers/routes.ts";
import { userPages } from "./users/routes.ts";

/** Every page of the console. Each page sets its own order in the navigation. */
export const pages: readonly PageRoute[] = [
  ...accountPages,
  ...addressPages,
  ...approvalPages,
  ...automationPages,
  ...claimPages,
  ...developerPages,
  ...heldPages,
  ...homePages,
  ...ledgerPages,
  ...moneyPages,
  ...operationPages,
  ...paymentPages,
  ...userPages,
  ...railPages,
  ...reportPages,
  ...reviewPages,
  ...tenantPages,
  ...tokenPages,
  ...transferPages,
];

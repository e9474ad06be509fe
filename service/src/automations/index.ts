export { type Automation, automationStatuses, automationsOwnerName } from "./automation.ts";
export { automationDepositHook } from "./deposit-hook.ts";
export { type AutomationJobsDeps, automationJobs } from "./jobs.ts";
export { createAutomationsOwner } from "./payment-owner.ts";
export {
  selectAutomationsById as findAutomations,
  selectReceiving as listReceivingAutomations,
} from "./receiving-store.ts";
export { type AutomationRouteDeps, automationRoutes } from "./routes.ts";

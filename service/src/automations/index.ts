export { type Automation, automationsOwnerName } from "./automation.ts";
export { automationDepositHook } from "./deposit-hook.ts";
export { type AutomationJobsDeps, automationJobs } from "./jobs.ts";
export { createAutomationsOwner } from "./payment-owner.ts";
export { type AutomationRouteDeps, automationRoutes } from "./routes.ts";
export {
  automationView,
  disableAutomations,
  selectAutomationsById as findAutomations,
  selectReceiving as listReceivingAutomations,
} from "./store.ts";

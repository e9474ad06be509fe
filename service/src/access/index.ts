export { type AccessOrigin, originOf } from "./access-change.ts";
export {
  type AccessFacts,
  dependencesIn,
  refuseAccess,
  refuseConfirmation,
} from "./individuals.ts";
export { type AccessGraph, confirmers, currentOrigins } from "./origins.ts";
export { loadAccessGraph, recordAccessChange } from "./store.ts";

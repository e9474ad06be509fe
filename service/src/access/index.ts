export { type AccessOrigin, originOf } from "./access-change.ts";
export { type AccessGraph, confirmers, currentOrigins } from "./origins.ts";
export {
  type AccessFacts,
  dependencesIn,
  refuseAccess,
  refuseConfirmation,
} from "./people.ts";
export { loadAccessGraph, recordAccessChange } from "./store.ts";

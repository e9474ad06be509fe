export { type AccessOrigin, originOf } from "./access-change.ts";
export { type AccessGraph, currentChanges, mayConfirmPerson } from "./origins.ts";
export { type AccessFacts, type Dependence, findDependence, isNew, refuseAccess } from "./people.ts";
export { loadAccessGraph, recordAccessChange } from "./store.ts";

import { defineJob, type JobContext, type JobDefinition } from "../jobs/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Json } from "../kernel/canonical-json.ts";
import { type ActivateDeps, activateAutomation, activateKind } from "./activate-automation.ts";
import type { AutomationScope } from "./automation.ts";
import { type ForwardDeps, forwardDeposit } from "./forward-deposit.ts";
import { forwardKind } from "./forwarding-job.ts";

export type AutomationJobsDeps = ActivateDeps & ForwardDeps;

/** Jobs of automations: activation and forwarding. */
export function automationJobs(deps: AutomationJobsDeps): { readonly jobs: readonly JobDefinition[] } {
  return {
    jobs: [
      defineJob({
        kind: activateKind,
        parse: (payload) => idIn(payload, "automation_id"),
        handle: ({ job }) => activateAutomation(deps, scopeOf(job), job.payload),
      }),
      defineJob({
        kind: forwardKind,
        parse: (payload) => idIn(payload, "deposit_id"),
        handle: ({ job }) => forwardDeposit(deps, scopeOf(job), job.payload),
      }),
    ],
  };
}

function idIn(payload: Json, name: string): string {
  const id = (payload as Readonly<Record<string, unknown>>)[name];
  assert(typeof id === "string", `the payload has ${name}`);
  return id;
}

function scopeOf({ tenantId, network }: JobContext<string>["job"]): AutomationScope {
  assert(tenantId !== undefined && network !== undefined, "an automation job has a tenant and a network");
  return { tenantId, network };
}

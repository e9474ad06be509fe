import { useQueryClient } from "@tanstack/react-query";
import { toastSuccess } from "../../../kit/toast.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";

/** Whether simulations exist here: on testnet, for roles with their scope. */
export function useMaySimulate(): boolean {
  const { network, can } = useWorkspace();
  return network === "testnet" && can("simulations:write");
}

/** Sends a simulation and reads the pages again that it may change. */
export function useSimulation<Input>(run: (input: Input) => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  return async (input: Input) => {
    await run(input);
    toastSuccess(done);
    await queries.invalidateQueries();
  };
}

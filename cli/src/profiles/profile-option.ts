import { Option } from "commander";

export function profileOption(): Option {
  return new Option(
    "--profile <name>",
    "Credentials to use (default: FLORIN_CLI_PROFILE, or the current profile)",
  );
}

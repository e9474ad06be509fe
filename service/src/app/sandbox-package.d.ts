// Declared here, so that the types of the service do not depend on the package that implements them.
declare module "@florin/sandbox" {
  export const sandbox: import("../sandbox-ports.ts").Sandbox;
}

import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** One keep-alive connection with one request in flight at a time, as cheap as possible for the machine. */
export interface BenchConnection {
  /** Resolves when the whole response was received; rejects when it is not the expected one. */
  exchange(request: string): Promise<void>;
  close(): void;
}

const expectedStart = "HTTP/1.1 201";
const headEnd = "\r\n\r\n";

export async function openConnection(address: {
  readonly host: string;
  readonly port: number;
}): Promise<BenchConnection> {
  const socket = connect({ ...address, noDelay: true });
  await once(socket, "connect");
  return { exchange: createExchange(socket), close: () => socket.destroy() };
}

function createExchange(socket: Socket): (request: string) => Promise<void> {
  let received = "";
  let waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    received += text;
    if (!isWhole(received)) return;
    if (received.startsWith(expectedStart)) waiting?.resolve();
    else waiting?.reject(new Error(`unexpected response: ${received}`));
    received = "";
  });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("the server closed the connection")));
  return (request) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      socket.write(request, "latin1");
    });
}

function isWhole(text: string): boolean {
  const end = text.indexOf(headEnd);
  if (end < 0) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
  return text.length === end + headEnd.length + length;
}
